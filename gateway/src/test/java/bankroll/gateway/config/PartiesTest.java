package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.config.Platform.RateLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Platforms and operator tokens as they stand in a file: each fault is told with its place and its cure. */
class PartiesTest {
    private static final String AT = " (file bankroll.conf:1)";
    private static final String OTHER_TOKEN = "fedcba9876543210";

    @TempDir
    Path directory;

    @Test
    void shouldRefuseTwoPlatformsWithoutSignatures() {
        assertEquals(
                List.of("platforms a, b all have scheme off, so nothing tells who calls; one at most"),
                problems("platforms = [{ name = a, scheme = off }, { name = b, scheme = off }]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "body"})
    void shouldRefuseAPlatformThatCouldNeverCall(String scheme) {
        assertEquals(
                List.of("platforms[0]" + AT
                        + " has no usable secret: give secrets = [\"whsec_…\"] or secret-files = [\"…\"]"),
                problems("platforms = [{ name = a, scheme = " + scheme + " }]"));
    }

    @Test
    void shouldRefuseSecretsThatNobodyWouldLookAt() {
        assertEquals(
                List.of("platforms[0]" + AT + ": scheme off takes no secrets; leave them out"),
                problems("platforms = [{ name = a, scheme = off, secrets = [\"" + Layers.SECRET + "\"] }]"));
    }

    @Test
    void shouldRefuseAPublicKeyUnderTheSchemeBody() {
        String key = "whpk_MCowBQYDK2VwAyEAMCowBQYDK2VwAyEAMCowBQYDK2U=";
        assertEquals(
                List.of("platforms[0].secrets" + AT + ": the scheme body knows only whsec_ secrets"),
                problems("platforms = [{ name = a, scheme = body, secrets = [\"" + key + "\"] }]"));
        assertEquals(List.of(), problems("platforms = [{ name = a, secrets = [\"" + key + "\"] }]"));
    }

    @Test
    void shouldRefuseTwoPlatformsOfOneName() {
        assertEquals(
                List.of("platforms[1].name" + AT + ": there is already a platform of this name"),
                problems("platforms = [" + platform("a", Layers.SECRET) + "," + platform("a", Layers.OTHER_SECRET)
                        + "]"));
    }

    @Test
    void shouldOverlookASecretThatOnePlatformNamesTwice() {
        Configuration configuration =
                load("platforms = [{ name = a, secrets = [\"" + Layers.SECRET + "\", \"" + Layers.SECRET + "\"] }]");
        assertEquals(
                List.of(new Secret(Layers.SECRET)),
                configuration.platforms().get(0).secrets());
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "text", "[]"})
    void shouldRefuseAPartyThatIsNoObject(String party) {
        List<String> told = problems("platforms = [" + party + "]\noperator.tokens = [" + party + "]");
        assertEquals(2, told.size(), told.toString());
        assertTrue(told.get(0).startsWith("platforms[0] = "), told.get(0));
        assertTrue(told.get(0).contains("must be an object with "), told.get(0));
        assertTrue(told.get(1).startsWith("operator.tokens[0] = "), told.get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"-a\"", "\".a\"", "\"a b\"", "\"a/b\"", "\"ä\""})
    void shouldRefuseANameThatCouldNotStandInALog(String name) {
        List<String> told = problems("platforms = [" + platform(name, Layers.SECRET) + "]");
        assertEquals(1, told.size(), told.toString());
        assertTrue(
                told.get(0).endsWith("must be 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or digit"),
                told.get(0));
    }

    @ParameterizedTest
    @CsvSource({"1,true", "64,true", "65,false"})
    void shouldTakeNamesOfUpTo64Characters(int length, boolean isGood) {
        List<String> told = problems("platforms = [" + platform("n".repeat(length), Layers.SECRET) + "]");
        assertEquals(isGood, told.isEmpty(), told.toString());
    }

    @Test
    void shouldMissANameThatIsNotGiven() {
        assertEquals(
                List.of("platforms[0]" + AT + " has no name"),
                problems("platforms = [{ secrets = [\"" + Layers.SECRET + "\"] }]"));
    }

    @Test
    void shouldRefuseNumbersWhereTextsBelongAndShowNoSecret() {
        assertEquals(
                List.of(
                        "platforms[0].secrets = …" + AT + ": must be a list of texts",
                        "platforms[0]" + AT
                                + " has no usable secret: give secrets = [\"whsec_…\"] or secret-files = [\"…\"]"),
                problems("platforms = [{ name = a, secrets = [123456] }]"));
        assertEquals(
                List.of(
                        "platforms[0].secrets = …" + AT + ": must be a text",
                        "platforms[0]" + AT
                                + " has no usable secret: give secrets = [\"whsec_…\"] or secret-files = [\"…\"]"),
                problems("platforms = [{ name = a, secrets = 123456 }]"));
    }

    @Test
    void shouldTakeASingleTextForAListOfOne() {
        Configuration configuration = load("platforms = [{ name = a, secrets = \"" + Layers.SECRET + "\" }]");
        assertEquals(
                List.of(new Secret(Layers.SECRET)),
                configuration.platforms().get(0).secrets());
    }

    @ParameterizedTest
    @CsvSource({"0.001,true", "1,true", "1000000000,true", "1000000001,false", "0,false", "-1,false", "many,false"})
    void shouldTakeRatesAboveZeroUpToABillion(String rate, boolean isGood) {
        for (String limit :
                List.of("{ per-second = " + rate + ", burst = 1 }", "{ per-second = 1, burst = " + rate + " }")) {
            List<String> told = problems(
                    "platforms = [{ name = a, secrets = [\"" + Layers.SECRET + "\"], rate-limit = " + limit + " }]");
            assertEquals(isGood, told.isEmpty(), told.toString());
            assertTrue(told.stream().allMatch(it -> it.endsWith("must be a number above 0, up to 1000000000")));
        }
    }

    @Test
    void shouldRoundABurstUpAndMissNoHalfOfALimit() {
        Configuration configuration = load("platforms = [{ name = a, secrets = [\"" + Layers.SECRET
                + "\"], rate-limit { per-second = 2.5, burst = 2.5 } }]");
        assertEquals(
                Optional.of(new RateLimit(2.5, 3)),
                configuration.platforms().get(0).rateLimit());
        assertEquals(
                List.of("platforms[0].rate-limit" + AT + " has no burst"),
                problems("platforms = [{ name = a, secrets = [\"" + Layers.SECRET
                        + "\"], rate-limit { per-second = 1 } }]"));
    }

    @Test
    void shouldRefuseATokenWithoutARole() {
        assertEquals(
                List.of("operator.tokens[0]" + AT + " has no role: admin, support or read"),
                problems("operator.tokens = [{ name = ada, token = \"" + Layers.TOKEN + "\" }]"));
    }

    @Test
    void shouldRefuseTwoTokensOfOneName() {
        assertEquals(
                List.of("operator.tokens[1].token" + AT + ": there is already a token of this name"),
                problems("operator.tokens = [" + token("ada", Layers.TOKEN) + "," + token("ada", OTHER_TOKEN) + "]"));
    }

    @Test
    void shouldRefuseOneTokenOfTwoNames() {
        assertEquals(
                List.of("operator.tokens[1].token" + AT + ": there is already a token with this very text"),
                problems("operator.tokens = [" + token("ada", Layers.TOKEN) + "," + token("sue", Layers.TOKEN) + "]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", token = [\"0123456789abcdef\", \"fedcba9876543210\"]",
                ", token = \"0123456789abcdef\", token-file = \"t\""
            })
    void shouldRefuseNoTokenAndMoreThanOne(String given) {
        assertEquals(
                List.of("operator.tokens[0]" + AT + " has no single token: give token = \"…\" or token-file = \"…\""),
                problems("operator.tokens = [{ name = ada, role = admin" + given + " }]"));
    }

    @Test
    void shouldRefuseAFileOfTwoTokensAndShowNeither() throws IOException {
        Path file = secret("tokens", Layers.TOKEN + "\n" + OTHER_TOKEN + "\n");
        assertEquals(
                List.of("operator.tokens[0].token-file: the file " + file + " holds more than one token"),
                problems("operator.tokens = [{ name = ada, role = admin, token-file = \"" + file + "\" }]"));
    }

    @Test
    void shouldSayWhyASecretFileCanNotBeUsed() throws IOException {
        Path empty = secret("empty", "# later\n\n");
        Path large = Files.write(directory.resolve("large"), new byte[65_537]);
        Path most = secret("most", Layers.TOKEN + "\n".repeat(65_536 - Layers.TOKEN.length()));
        Path none = directory.resolve("none");
        String key = "operator.tokens[0].token-file: ";
        assertEquals(List.of(key + "the file " + empty + " holds no secret"), problemsOfTokenFile(empty));
        assertEquals(
                List.of(key + large + " is larger than 65536 bytes; is it the right file?"),
                problemsOfTokenFile(large));
        assertEquals(
                List.of("operator.tokens[0].token-file" + AT
                        + ": the file that it names can't be read (NoSuchFileException)"),
                problemsOfTokenFile(none));
        assertEquals(List.of(), problemsOfTokenFile(most));
        assertEquals(
                List.of(
                        key + directory + " is a directory; name the file in it",
                        "operator.tokens[0].token-file" + AT + ": the file that it names can't be read (IOException)"),
                problemsOfTokenFile(directory));
        assertEquals(
                List.of(key + "/dev/zero is a pipe or a device; name a file"),
                problemsOfTokenFile(Path.of("/dev/zero")));
    }

    @Test
    void shouldShowOnlyTheShapeOfATokenThatIsTooShort() {
        List<String> told = problems("operator.tokens = [" + token("ada", "too-short") + "]");
        assertEquals(1, told.size(), told.toString());
        assertTrue(told.get(0).endsWith("must be 16 to 512 visible ASCII characters"), told.get(0));
        assertTrue(!told.get(0).contains("too-short"), told.get(0));
    }

    @Test
    void shouldWarnOfSecretsInAConfigurationFileThatEveryUserMayRead() throws IOException {
        Layers layers = Layers.none().file(directory, "operator.tokens = [" + token("ada", Layers.TOKEN) + "]");
        Path file = directory.resolve("bankroll.conf");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(
                List.of(file + " holds secrets and every user of this machine may read it; run: chmod 600 " + file),
                layers.load().warnings());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(layers.load().warnings().get(0).contains("a group"));
        if ("root".equals(System.getProperty("user.name"))) {
            Files.setAttribute(file, "unix:gid", 999);
            assertEquals(List.of(), layers.load().warnings(), "as a package gives it to the service's group");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
            assertEquals(
                    List.of(file + " holds secrets and a group of this machine may write it; run: chmod 640 " + file),
                    layers.load().warnings());
            Files.setAttribute(file, "unix:gid", 0);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(List.of(), layers.load().warnings());
    }

    @ParameterizedTest
    @CsvSource({
        "rw-r--r--, every user of this machine may read",
        "rw-r-----, a group of this machine may read",
        "rw----r--, every user of this machine may read",
        "rw--w----, a group of this machine may write",
        "rw-----w-, every user of this machine may write",
        "rw-rw----, a group of this machine may read and write",
        "rw-rw-rw-, every user of this machine may read and write",
        "rw-------,",
        "r--------,"
    })
    void shouldRefuseASecretsFileThatOthersMayReadOrChangeAndNameTheCure(String permissions, String who)
            throws IOException {
        Path file = secret("token", Layers.TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        List<String> expected = who == null
                ? List.of()
                : List.of("operator.tokens[0].token-file: " + file + " holds secrets and " + who
                        + " it; run: chmod 600 " + file);
        assertEquals(expected, problemsOfTokenFile(file));
    }

    @Test
    void shouldRefuseSchemeOffBehindAProxy() {
        List<String> told =
                problems("platforms = [{ name = a, scheme = off }]\nplatform.trusted-proxies = \"127.0.0.1\"");
        assertEquals(1, told.size(), told.toString());
        assertTrue(told.get(0).contains("scheme off, and platform.trusted-proxies names a proxy"), told.get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "platform.listen, 0.0.0.0:8080, 1",
        "operator.listen, 192.0.2.7:8081, 1",
        "platform.listen, '[::]:8080', 1",
        "platform.listen, 127.0.0.1:9090, 0",
        "operator.listen, '[::1]:8081', 0"
    })
    void shouldWarnOfAnAddressThatOtherMachinesReachWithoutTls(String key, String address, int warnings) {
        List<String> told = load(key + " = \"" + address + "\"").warnings();
        assertEquals(warnings, told.size(), told.toString());
        assertTrue(told.stream().allMatch(it -> it.contains(key) && it.contains("without TLS")), told.toString());
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void shouldRefuseAVariableThatIsSetToNothing() {
        assertEquals(
                List.of("BANKROLL_PLATFORM_SECRET is set but empty; unset it or give a whsec_ secret"),
                Layers.none().environment("BANKROLL_PLATFORM_SECRET", "  ").problems());
        assertEquals(
                1,
                Layers.none()
                        .environment("BANKROLL_OPERATOR_TOKEN", "")
                        .problems()
                        .size());
    }

    /** As a shell has them in which somebody calls: the same variables say by what. */
    @Test
    void shouldPassOverWhatTheEnvironmentRepeats() {
        Configuration configuration = Layers.none()
                .file(
                        directory,
                        "platforms = [" + platform("a", Layers.SECRET) + "]\noperator.tokens = ["
                                + token("ada", Layers.TOKEN) + "]")
                .environment("BANKROLL_PLATFORM_SECRET", Layers.SECRET)
                .environment("BANKROLL_OPERATOR_TOKEN", " " + Layers.TOKEN + "\n")
                .load();

        assertEquals(
                List.of("a"),
                configuration.platforms().stream().map(Platform::name).toList());
        assertEquals(
                List.of("ada"),
                configuration.tokens().stream().map(OperatorToken::name).toList());
        assertTrue(configuration.warnings().stream().noneMatch(it -> it.contains("environment")));
    }

    @Test
    void shouldWarnOfPartiesThatTheEnvironmentAddsToOthers() {
        Layers layers = Layers.none()
                .environment("BANKROLL_PLATFORM_SECRET", Layers.OTHER_SECRET)
                .environment("BANKROLL_OPERATOR_TOKEN", OTHER_TOKEN);
        assertEquals(List.of(), layers.load().warnings());

        List<String> told = layers.file(
                        directory,
                        "platforms = [" + platform("a", Layers.SECRET) + "]\noperator.tokens = ["
                                + token("ada", Layers.TOKEN) + "]")
                .load()
                .warnings();

        assertTrue(
                told.contains(
                        "BANKROLL_PLATFORM_SECRET (environment) adds a platform named default to the platforms of the"
                                + " configuration; unset it, if it was set for a client such as \"./bankroll call\""),
                told::toString);
        assertTrue(
                told.contains("BANKROLL_OPERATOR_TOKEN (environment) adds an admin named env to the tokens of the"
                        + " configuration; unset it, if it was set for a client such as \"./bankroll call\""),
                told::toString);
    }

    private List<String> problemsOfTokenFile(Path file) {
        return problems("operator.tokens = [{ name = ada, role = admin, token-file = \"" + file + "\" }]");
    }

    private List<String> problems(String text) {
        return Layers.none().file(directory, text).problems();
    }

    private Configuration load(String text) {
        return Layers.none().file(directory, text).load();
    }

    private static String platform(String name, String secret) {
        return "{ name = " + name + ", secrets = [\"" + secret + "\"] }";
    }

    private static String token(String name, String token) {
        return "{ name = " + name + ", role = admin, token = \"" + token + "\" }";
    }
}
