package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.watch.Patience;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Secrets stand in every place where one can; the bundle has all its parts and none of them. */
@NeedsOwnService
class SupportBundleTest {
    private static final String IN_SECRET_FILE = "whsec_cGxhbnRlZC1pbi1hLXNlY3JldC1maWxlLTE=";
    private static final String IN_TOKEN_FILE = "planted-token-in-a-file-0123456789";
    private static final String IN_PROPERTY = "planted-in-a-system-property-0123456789";
    private static final String BEARER = "planted-token-of-somebody-else-0123456";
    private static final String PASSWORD = "planted-pass-word-0123456789";
    private static final String SIGNATURE = "cGxhbnRlZC1zaWduYXR1cmUtcGxhbnRlZC1zaWduYXQ=";
    private static final String KEY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ";
    private static final String LAUNCH_CODE = "planted-launch-code-0123456789";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> planted = new ArrayList<>(List.of(
            ServiceSettings.ALPHA,
            ServiceSettings.ALPHA.substring("whsec_".length()),
            ServiceSettings.ADMIN,
            ServiceSettings.READ,
            IN_SECRET_FILE,
            IN_TOKEN_FILE,
            IN_PROPERTY,
            BEARER,
            PASSWORD,
            SIGNATURE,
            KEY,
            LAUNCH_CODE));

    @Test
    void shouldHoldEveryPartAndNoSecretFromAnyPlace() throws Exception {
        Path data = directory.resolve("data");
        Path target = directory.resolve("bundle.zip");
        // a recording takes longer than other calls may
        ServiceSettings settings = new ServiceSettings()
                .set("platform.deadline-ms", 2_500)
                .platform(Map.of(
                        "name",
                        "filed",
                        "secret-files",
                        List.of(own("platform.secret", IN_SECRET_FILE).toString())))
                .set(
                        "operator.tokens",
                        List.of(
                                Map.of("name", "ada", "role", "admin", "token", ServiceSettings.ADMIN),
                                Map.of("name", "rea", "role", "read", "token", ServiceSettings.READ),
                                Map.of(
                                        "name",
                                        "filed",
                                        "role",
                                        "admin",
                                        "token-file",
                                        own("token", IN_TOKEN_FILE).toString())));
        plantInDemo(data);
        System.setProperty("planted.secret", IN_PROPERTY);
        CountDownLatch end = new CountDownLatch(1);
        Thread named = new Thread(() -> await(end), "thread " + IN_TOKEN_FILE);
        named.start();
        try (ServiceUnderTest service = ServiceUnderTest.start(settings, data)) {
            Path configuration = own("bankroll.conf", settings.text());
            int exitCode = run(
                    "support-bundle",
                    "--config",
                    configuration.toString(),
                    "--operator-url",
                    service.operator().endpoint().base().toString(),
                    "--token-file",
                    directory.resolve("token").toString(),
                    "--log",
                    plantedLog().toString(),
                    "--seconds",
                    "3",
                    target.toString());

            assertEquals(0, exitCode, err::toString);
            assertEquals("", err.toString());
        } finally {
            System.clearProperty("planted.secret");
            end.countDown();
        }

        Map<String, byte[]> parts = unpack(target);
        assertEquals(
                Set.of(
                        "versions.txt",
                        "configuration.txt",
                        "configuration-warnings.txt",
                        "doctor.json",
                        "files.txt",
                        "log.txt",
                        "health.json",
                        "metrics.txt",
                        "status.json",
                        "diagnostics/threads.txt",
                        "diagnostics/recording.jfr"),
                parts.keySet());
        assertEquals(
                List.of("health.json", "metrics.txt", "status.json"),
                parts.keySet().stream().limit(3).toList(),
                "a disk that hangs comes behind what the service says of it");
        parts.forEach((name, content) -> planted.forEach(secret -> {
            assertFalse(contains(content, secret, StandardCharsets.ISO_8859_1), () -> name + " has " + secret);
            assertFalse(contains(content, secret, StandardCharsets.UTF_16LE), () -> name + " has " + secret);
        }));
        String path = System.getenv("PATH");
        assertFalse(contains(parts.get("diagnostics/recording.jfr"), path, StandardCharsets.ISO_8859_1), "environment");
        assertTrue(text(parts, "log.txt").contains("a line that says nothing secret"), text(parts, "log.txt"));
        assertTrue(text(parts, "diagnostics/threads.txt").contains("\"ledger\""));
        assertTrue(text(parts, "metrics.txt").contains("bankroll_journal_sequence"));
        assertTrue(text(parts, "status.json").contains("\"launch_codes\":0"), "how many there are is no secret");
        assertTrue(text(parts, "files.txt").contains("journal/"), text(parts, "files.txt"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    @Test
    void shouldBeWrittenWithoutAServiceAndSayWhatIsMissing() throws IOException {
        Path target = directory.resolve("bundle.zip");

        int exitCode = runWithoutService(target.toString());

        assertEquals(0, exitCode, err::toString);
        assertTrue(err.toString().contains("bankroll: missing: metrics.txt: no service answers"), err::toString);
        Map<String, byte[]> parts = unpack(target);
        assertTrue(parts.containsKey("metrics.missing.txt"), parts::toString);
        assertFalse(parts.containsKey("cluster.missing.txt"), "it is no node");
        assertTrue(parts.containsKey("log.txt"), parts::toString);
    }

    private int runWithoutService(String... more) throws IOException {
        List<String> words = List.of(
                "support-bundle",
                "--data",
                directory.resolve("none").toString(),
                "--operator-url",
                "http://127.0.0.1:1",
                "--log",
                plantedLog().toString());
        return run(words(words, more));
    }

    /** A follower has no status: how it stands in its cluster is all that it says. */
    @Test
    void shouldAskANodeHowItStandsInItsCluster() throws IOException {
        Path node = Files.writeString(
                directory.resolve("node.conf"),
                "cluster.members = \"127.0.0.1:9010, 127.0.0.1:9020, 127.0.0.1:9030\"\ncluster.node = 0\n");
        Path target = directory.resolve("bundle.zip");

        int exitCode = runWithoutService("--config", node.toString(), target.toString());

        assertEquals(0, exitCode, err::toString);
        assertTrue(unpack(target).containsKey("cluster.missing.txt"), err::toString);
    }

    @Test
    void shouldAskTheDemoWhoseDirectoryIsNamedUnlessAnAddressIsConfigured() throws IOException {
        Path data = directory.resolve("data");
        DemoSecrets demo = DemoSecrets.in(data);
        demo.ensure();
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            demo.write(demo.operatorUrl(), service.operator().endpoint().base().toString());
            Path found = directory.resolve("found.zip");
            Path configured = directory.resolve("configured.zip");
            List<String> words = List.of(
                    "support-bundle",
                    "--data",
                    data.toString(),
                    "--log",
                    plantedLog().toString());

            assertEquals(0, run(words(words, found.toString())), err::toString);
            assertEquals(0, run(words(words, "--operator-listen", "127.0.0.1:1", configured.toString())));

            assertTrue(unpack(found).containsKey("metrics.txt"), err::toString);
            assertFalse(unpack(configured).containsKey("metrics.txt"), err::toString);
        }
    }

    /** A pipe that nobody writes into hangs as such a disk does. */
    @Test
    void shouldAskTheServiceThoughTheDiskOfTheDataHangs() throws Exception {
        Path data = directory.resolve("data");
        DemoSecrets demo = DemoSecrets.in(data);
        demo.ensure();
        for (Path file : List.of(demo.lastSession(), demo.operatorUrl())) {
            Files.deleteIfExists(file);
            assumeTrue(new ProcessBuilder("mkfifo", "-m", "600", file.toString())
                            .start()
                            .waitFor()
                    == 0);
        }
        SourceOptions options = new SourceOptions(new Patience(500));
        Path target = directory.resolve("bundle.zip");
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            URI operator = service.operator().endpoint().base();
            Path token = own("token", ServiceSettings.ADMIN);
            CommandLine command = new CommandLine(new SupportBundleCommand(options))
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err));
            List<String> words =
                    List.of("--data", data.toString(), "--log", plantedLog().toString());
            String[] more = {"--seconds", "1", "--operator-url", operator.toString(), "--token-file", token.toString()};

            assertEquals(0, command.execute(words(List.of(words(words, more)), target.toString())), err::toString);
        }
        Map<String, byte[]> parts = unpack(target);
        assertTrue(
                parts.keySet()
                        .containsAll(List.of("health.json", "metrics.txt", "status.json", "diagnostics/threads.txt")),
                parts::toString);
        assertTrue(err.toString().contains("hangs: the secrets that a demo keeps there are not known"), err::toString);
    }

    @Test
    void shouldNameTheDirectoryThatIsMissingOrTakesNoFile() {
        Path missing = directory.resolve("nodir");
        Path target = missing.resolve("x.zip");

        assertEquals(ExitCode.IO, run("support-bundle", "--data", directory.toString(), target.toString()));

        assertEquals(
                "bankroll: " + target + " can't be made: there is no directory " + missing
                        + "; name a file where this user may make one",
                err.toString().strip());
        assumeTrue(Files.isDirectory(Path.of("/proc")), "needs a directory that takes no file from anybody");
        err.getBuffer().setLength(0);

        assertEquals(ExitCode.IO, run("support-bundle", "--data", directory.toString(), "/proc/x.zip"));

        assertEquals(
                "bankroll: /proc/x.zip can't be made: /proc takes no new file from this user;"
                        + " name a file where this user may make one",
                err.toString().strip());
    }

    /** The first token of all may be one that reads alone. */
    @Test
    void shouldAskWithTheConfigurationsFirstAdmin() throws IOException {
        ServiceSettings settings = new ServiceSettings()
                .set(
                        "operator.tokens",
                        List.of(
                                Map.of("name", "rea", "role", "read", "token", ServiceSettings.READ),
                                Map.of("name", "ada", "role", "admin", "token", ServiceSettings.ADMIN)));
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            Path target = directory.resolve("bundle.zip");
            String url = service.operator().endpoint().base().toString();
            String configuration = own("bankroll.conf", settings.text()).toString();

            run(
                    "support-bundle",
                    "--config",
                    configuration,
                    "--operator-url",
                    url,
                    "--seconds",
                    "1",
                    target.toString());

            assertTrue(unpack(target).containsKey("diagnostics/threads.txt"), err::toString);
        }
    }

    @Test
    void shouldBelieveTheServiceWhoseAuthorityIsNamed() throws IOException {
        CertificateFiles certificate = TestAuthority.listener(directory, "operator");
        ServiceSettings settings = new ServiceSettings()
                .set("operator.tls-certificate", certificate.certificate().toString())
                .set("operator.tls-key", certificate.key().toString());
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            String url = service.operator().endpoint().base().toString();
            Path trusting = directory.resolve("trusting.zip");
            Path doubting = directory.resolve("doubting.zip");
            String authority = TestAuthority.root(directory).toString();

            runFromElsewhere(url, trusting, "--ca-file", authority);
            runFromElsewhere(url, doubting);

            assertTrue(unpack(trusting).containsKey("metrics.txt"), err::toString);
            assertFalse(unpack(doubting).containsKey("metrics.txt"), err::toString);
            assertTrue(err.toString().contains("--ca-file FILE names whose certificates"), err::toString);
            assertEquals(0, run("top", "--once", "--interval", "0.1", "--operator-url", url, "--ca-file", authority));
        }
    }

    @Test
    void shouldShowACertificateToAListenerThatAsksForOne() throws IOException {
        CertificateFiles certificate = TestAuthority.listener(directory, "operator");
        CertificateFiles person = TestAuthority.listener(directory, "ops");
        String authority = TestAuthority.root(directory).toString();
        ServiceSettings settings = new ServiceSettings()
                .set("operator.tls-certificate", certificate.certificate().toString())
                .set("operator.tls-key", certificate.key().toString())
                .set("operator.tls-client-authorities", authority);
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            String url = service.operator().endpoint().base().toString();
            List<String> look = List.of(
                    "top", "--once", "--interval", "0.1", "--operator-url", url, "--ca-file", authority, "--cert-file");
            String own = person.certificate().toString();

            assertEquals(0, run(words(look, own, "--key-file", person.key().toString())), err::toString);
            assertEquals(ExitCode.USAGE, run(words(look, own)));
            assertTrue(err.toString().contains("--cert-file and --key-file belong together"), err::toString);
            assertEquals(
                    ExitCode.UNAVAILABLE, run(look.subList(0, look.size() - 1).toArray(String[]::new)));
        }
    }

    private static String[] words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** Without the service's own configuration, as from another machine. */
    private void runFromElsewhere(String url, Path target, String... more) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("support-bundle", "--data", directory.resolve("none").toString(), "--operator-url", url));
        words.addAll(List.of("--log", plantedLog().toString()));
        words.addAll(List.of(more));
        words.add(target.toString());
        assertEquals(0, run(words.toArray(String[]::new)), err::toString);
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Path target = Files.writeString(directory.resolve("mine.zip"), "mine");

        assertEquals(2, run("support-bundle", "--data", directory.toString(), target.toString()));
        assertEquals("mine", Files.readString(target));
    }

    @Test
    void shouldOverwriteNothingOfAnotherRun() throws IOException {
        Path part = Files.writeString(directory.resolve("mine.zip.part"), "half");

        assertEquals(
                2,
                run(
                        "support-bundle",
                        "--data",
                        directory.toString(),
                        directory.resolve("mine.zip").toString()));
        assertEquals(
                "bankroll: " + part + " exists; name a new file", err.toString().strip());
        assertEquals("half", Files.readString(part));
    }

    @Test
    void shouldLeaveNothingWhenASignalEndsIt() throws Exception {
        Path around = Files.createDirectory(directory.resolve("bundles"));
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Process command = CommandProcess.of(
                            "support-bundle",
                            "--data",
                            directory.resolve("none").toString(),
                            "--operator-url",
                            "http://127.0.0.1:" + silent.getLocalPort(),
                            "--log",
                            plantedLog().toString(),
                            around.resolve("bundle.zip").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("said.txt").toFile())
                    .start();
            try (Socket asked = silent.accept()) {
                assertTrue(asked.isConnected());
                assertEquals(List.of(around.resolve("bundle.zip.part")), filesIn(around));

                command.destroy();

                assertEquals(128 + 15, command.waitFor());
            } finally {
                command.destroyForcibly();
            }
        }
        assertEquals(List.of(), filesIn(around));
    }

    private static List<Path> filesIn(Path around) throws IOException {
        try (Stream<Path> files = Files.list(around)) {
            return files.toList();
        }
    }

    private int run(String... arguments) {
        return BankrollMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private void plantInDemo(Path data) throws IOException {
        Files.createDirectories(data);
        DemoSecrets demo = DemoSecrets.in(data);
        demo.ensure();
        planted.add(Files.readString(demo.signingSecret()).strip());
        planted.add(Files.readString(demo.operatorToken()).strip());
    }

    private Path plantedLog() throws IOException {
        StringBuilder log = new StringBuilder("a line that says nothing secret\n");
        planted.forEach(
                secret -> log.append("somebody logged token=").append(secret).append(" here\n"));
        planted.subList(0, 4)
                .forEach(secret -> log.append("bare ").append(secret).append('\n'));
        log.append("Authorization: Bearer ").append(BEARER).append('\n');
        log.append("{\"password\": \"").append(PASSWORD).append("\"}\n");
        log.append("{\"launch_code\":\"").append(LAUNCH_CODE).append("\"}\n");
        log.append("webhook-signature: v1,").append(SIGNATURE).append('\n');
        log.append("-----BEGIN PRIVATE KEY-----\n").append(KEY).append("\n-----END PRIVATE KEY-----\n");
        return own("service.log", log.toString());
    }

    private Path own(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Map<String, byte[]> unpack(Path file) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry part = zip.getNextEntry(); part != null; part = zip.getNextEntry()) {
                parts.put(part.getName(), zip.readAllBytes());
            }
        }
        return parts;
    }

    private static String text(Map<String, byte[]> parts, String name) {
        return new String(parts.get(name), StandardCharsets.UTF_8);
    }

    private static boolean contains(byte[] content, String secret, Charset charset) {
        return new String(content, StandardCharsets.ISO_8859_1)
                .contains(new String(secret.getBytes(charset), StandardCharsets.ISO_8859_1));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
