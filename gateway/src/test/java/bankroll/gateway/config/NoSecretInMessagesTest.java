package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever shape a configuration has by mistake, no message shows what may be a secret. */
class NoSecretInMessagesTest {
    private static final String SECRET = "whsec_UExBTlRFRC1TRUNSRVQtUExBTlRFRC1TRUNSRVQ=";
    private static final String TOKEN = "planted-token-0123456789";
    /** No secret is shorter. */
    private static final int ROUNDS = Boolean.getBoolean("soak") ? 3_000 : 500;

    private static final int PIECE = 16;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "platforms = SECRET",
                "platforms = { alpha { secrets = [SECRET] } }",
                "platforms { SECRET = alpha }",
                "platforms = [SECRET]",
                "platforms = [[SECRET]]",
                "platforms = [{ SECRET = x }]",
                "platforms = [{ name = SECRET }]",
                "platforms = [{ name = a, scheme = SECRET }]",
                "platforms = [{ name = a, scheme = [SECRET] }]",
                "platforms = [{ name = a, secrets = { one = SECRET } }]",
                "platforms = [{ name = a, secrets = [[SECRET], { b = SECRET }] }]",
                "platforms = [{ name = a, secret = SECRET }]",
                "platforms = [{ name = a, secret-files = [SECRET] }]",
                "platforms = [{ name = a, secret-files = [\"SECRET\\u0000\"] }]",
                "platforms = [{ name = a, rate-limit = SECRET }]",
                "platforms = [{ name = a, rate-limit { per-second = SECRET, burst = [SECRET] } }]",
                "platforms = [{ name = a, secrets = [SECRET] x",
                "platforms = [{ name = a, secrets = [SECRET] { a = b } }]",
                "platforms = [{ name = a, secrets = SECRET [1] }]",
                "platforms = [{ name = a, secrets = SECRET { } }]",
                "platforms = [{ name = a, secrets = ${SECRET} }]",
                "platforms = [{ name = a, secrets = ${?x} SECRET { y = 1 } }]",
                "platforms = [{ name = a, secrets = [SECRET] }]\nplatforms = SECRET",
                "platforms = [{ name = a, secrets = [SECRET] }, { name = a, secrets = [SECRET] }]",
                "platforms = [{ name = a, secrets = [SECRET] }, { name = b, secrets = [SECRET] }]",
                "platforms = [{ name = a, scheme = off, secrets = [SECRET] }]",
                "platforms.0.secrets = SECRET",
                "platform = SECRET",
                "platform { secrets = [SECRET] }",
                "platform.listen = { secret = SECRET }",
                "platform.listen = SECRET",
                "SECRET = 1",
                "SECRET",
                "include SECRET",
                "include file(\"SECRET\")",
                "operator = SECRET",
                "operator { SECRET = x }",
                "operator.tokens = SECRET",
                "operator.tokens = { ada = SECRET }",
                "operator.tokens = { SECRET = ada }",
                "operator.tokens = [SECRET]",
                "operator.tokens = [{ name = ada, role = SECRET, token = SECRET }]",
                "operator.tokens = [{ name = SECRET, role = admin, token = ada }]",
                "operator.tokens = [{ name = SECRET, role = read, token = SECRET },{ name = SECRET, role = read, token = SECRET }]",
                "operator.tokens = [{ name = ada, role = admin, token-file = SECRET }]",
                "operator.tokens = [{ name = ada, role = admin, token { a = SECRET } }]",
                "operator.tokens = [{ name = ada, role = admin, token = SECRET SECRET SECRET {} }]",
                "operator.tokens = [{ name = ada, role = admin, token = \"SECRET }]",
                "operator.tokens = [{ name = ada, role = admin, token = SECRET",
                "operator.tokens.token = SECRET",
                "operator.tokens = ${operator.SECRET}",
                "journal.sync = SECRET\n{"
            })
    void shouldShowNoSecretOfAFileInTheWrongShape(String shape) {
        for (String secret : List.of(SECRET, TOKEN)) {
            for (String written : List.of(secret, '"' + secret + '"')) {
                String text = shape.contains("\"SECRET") || shape.contains("{SECRET")
                        ? shape.replace("SECRET", secret)
                        : shape.replace("SECRET", written);
                boolean isSettingOfItsOwn = secret.equals(TOKEN)
                        && (shape.startsWith("platform.listen = SECRET") || shape.startsWith("journal"));
                if (!isSettingOfItsOwn) {
                    assertHidden(text);
                }
            }
        }
    }

    static LongStream seeds() {
        Long only = Long.getLong("seed");
        return only == null ? LongStream.of(19, System.nanoTime()) : LongStream.of(only);
    }

    @ParameterizedTest(name = "-Dseed={0}")
    @MethodSource("seeds")
    void shouldShowNoSecretOfAFileThatWasDamagedAnywhere(long seed) {
        Random random = new Random(seed);
        String whole = String.format(Locale.ROOT, """
                platforms = [
                  { name = "alpha", secrets = ["%s"], rate-limit { per-second = 5, burst = 9 } }
                  { name = beta, scheme = body, secrets = ["%s"], secret-files = [] }
                ]
                operator { listen = "127.0.0.1:8081", tokens = [{ name = ada, role = admin, token = "%s" }] }
                """, SECRET, SECRET, TOKEN);
        String structure = "{}[]()\",:=+$#\\\n ./";
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(whole);
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.deleteCharAt(at);
                } else {
                    text.insert(at, structure.charAt(random.nextInt(structure.length())));
                }
            }
            assertHidden(text.toString());
        }
    }

    @Test
    void shouldShowNoSecretOfTheEnvironment() {
        Layers layers = Layers.none()
                .environment("BANKROLL_PLATFORM_SECRET", SECRET + "!")
                .environment("BANKROLL_OPERATOR_TOKEN", TOKEN + "\u00e9")
                .environment("BANKROLL_PLATFORM_LISTEN", SECRET);
        assertHidden(layers.problems(), "the environment");
    }

    private void assertHidden(String text) {
        assertHidden(Layers.none().file(directory, text).problems(), text);
    }

    private static void assertHidden(List<String> told, String text) {
        String all = String.join("\n", told);
        for (String secret : List.of(SECRET.substring("whsec_".length()), TOKEN)) {
            for (int from = 0; from + PIECE <= secret.length(); from++) {
                assertFalse(all.contains(secret.substring(from, from + PIECE)), () -> text + "\n--- said\n" + all);
            }
        }
    }
}
