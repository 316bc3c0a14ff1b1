package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds of every setting: the last value on either side is taken, the next one is refused by name and range. */
class SettingRangeTest {
    private static final Pattern WHOLE =
            Pattern.compile("(?:auto or a whole number|a (?:whole number|size|time(?: in whole \\w+)?))"
                    + " from (.+?) to (.+?)(?: \\(a plain number: (bytes|milliseconds|seconds|days)\\))?");

    @TempDir
    Path directory;

    static Stream<Setting<?>> wholeNumbers() {
        return Settings.ALL.stream()
                .filter(setting -> WHOLE.matcher(setting.allowed()).matches());
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void shouldTakeLeastAndMostAndRefuseWhatLiesBeyond(Setting<?> setting) {
        Matcher range = WHOLE.matcher(setting.allowed());
        range.matches();
        Quantity quantity = range.group(3) == null
                ? Quantity.COUNT
                : Quantity.valueOf(range.group(3).toUpperCase(Locale.ROOT));
        BigInteger least = BigInteger.valueOf(quantity.parse(range.group(1)));
        BigInteger most = BigInteger.valueOf(quantity.parse(range.group(2)));

        assertEquals(List.of(), problems(setting.key(), least.toString()));
        assertEquals(List.of(), problems(setting.key(), most.toString()));
        assertEquals(List.of(), problems(setting.key(), range.group(1)));
        assertEquals(List.of(), problems(setting.key(), range.group(2)));
        for (BigInteger beyond : List.of(least.subtract(BigInteger.ONE), most.add(BigInteger.ONE))) {
            assertEquals(
                    List.of(setting.key() + " = \"" + beyond + "\" (file bankroll.conf:1): must be "
                            + setting.allowed()),
                    problems(setting.key(), beyond.toString()));
        }
    }

    @Test
    void shouldWantToKnowOfEachSettingWhereItGoes() {
        Setting<Integer> forgotten = Setting.whole("platform.forgotten", 1, 0, 2);
        Contexts contexts = Layers.none().load().contexts();

        IllegalStateException refused = assertThrows(
                IllegalStateException.class, () -> forgotten.target().accept(contexts, 1));
        assertEquals("platform.forgotten doesn't say where it goes", refused.getMessage());
        forgotten.asked().target().accept(contexts, 1);
    }

    @Test
    void shouldKnowTheFormOfEverySettingThatIsNoNumber() {
        assertEquals(
                List.of(
                        "data",
                        "init",
                        "demo",
                        "platform.listen",
                        "platform.tls-certificate",
                        "platform.tls-key",
                        "platform.tls-client-authorities",
                        "platform.base-path",
                        "platform.problem-type-base",
                        "platform.request-memory-bytes",
                        "platform.answer-memory-bytes",
                        "platform.tls-provider",
                        "platform.trusted-proxies",
                        "platform.client-address",
                        "operator.listen",
                        "operator.tls-certificate",
                        "operator.tls-key",
                        "operator.tls-client-authorities",
                        "journal.sync",
                        "ledger.time-zone",
                        "ledger.rollback-after-payout",
                        "engine.in-flight-bytes",
                        "engine.table-memory-bytes",
                        "backup.to",
                        "backup.hook",
                        "cluster.members",
                        "cluster.node",
                        "cluster.urls",
                        "cluster.secret-file",
                        "cluster.allow-public-addresses",
                        "cluster.sync"),
                Settings.ALL.stream()
                        .filter(setting -> !WHOLE.matcher(setting.allowed()).matches())
                        .map(Setting::key)
                        .toList(),
                "give a new setting its rows in the two tests below");
    }

    @ParameterizedTest
    @CsvSource({
        "data, d",
        "init, true",
        "init, false",
        "demo, true",
        "demo, false",
        "platform.listen, 127.0.0.1:0",
        "platform.listen, 127.0.0.1:65535",
        "platform.listen, [::1]:8080",
        "platform.tls-certificate, none",
        "platform.tls-key, none",
        "platform.tls-client-authorities, none",
        "platform.base-path, ''",
        "platform.base-path, /a/b",
        "platform.problem-type-base, urn:x:",
        "platform.trusted-proxies, ''",
        "platform.trusted-proxies, '10.0.0.5, 10.1.0.0/16, fd00::/8'",
        "platform.client-address, connection",
        "platform.client-address, proxy-protocol",
        "platform.client-address, x-forwarded-for",
        "platform.tls-provider, auto",
        "platform.tls-provider, native",
        "platform.tls-provider, jdk",
        "operator.listen, 127.0.0.1:65535",
        "operator.tls-certificate, none",
        "operator.tls-key, none",
        "operator.tls-client-authorities, none",
        "journal.sync, always",
        "journal.sync, none",
        "journal.sync, interval=1",
        "journal.sync, interval=60000",
        "ledger.time-zone, Asia/Kathmandu",
        "ledger.rollback-after-payout, reverse",
        "ledger.rollback-after-payout, refuse",
        "platform.request-memory-bytes, auto",
        "platform.request-memory-bytes, 134217728",
        "platform.answer-memory-bytes, auto",
        "platform.answer-memory-bytes, 1048576",
        "platform.event-loops, auto",
        "engine.in-flight-bytes, auto",
        "engine.in-flight-bytes, 16777216",
        "engine.table-memory-bytes, auto",
        "engine.table-memory-bytes, 67108864",
        "backup.to, none",
        "backup.to, /backup/bankroll",
        "backup.hook, none",
        "backup.hook, /usr/local/bin/offsite",
        "cluster.members, none",
        "cluster.node, none",
        "cluster.urls, none",
        "cluster.secret-file, none",
        "cluster.allow-public-addresses, true",
        "cluster.sync, always",
        "cluster.sync, none"
    })
    void shouldTakeEveryFormThatItAllows(String key, String value) {
        assertEquals(List.of(), problems(key, value));
    }

    @ParameterizedTest
    @CsvSource({
        "data, ' '",
        "init, yes",
        "demo, TRUE",
        "platform.listen, 127.0.0.1:65536",
        "platform.listen, 127.0.0.1:-1",
        "platform.tls-certificate, ''",
        "platform.tls-key, ' '",
        "platform.tls-client-authorities, ''",
        "platform.base-path, v1",
        "platform.base-path, /",
        "platform.base-path, /v 1",
        "platform.problem-type-base, ''",
        "platform.trusted-proxies, proxy.example",
        "platform.trusted-proxies, 10.0.0.0/33",
        "platform.client-address, forwarded",
        "platform.tls-provider, openssl",
        "operator.listen, 127.0.0.1",
        "operator.tls-certificate, ''",
        "operator.tls-key, ' '",
        "operator.tls-client-authorities, ''",
        "journal.sync, interval=0",
        "journal.sync, interval=60001",
        "journal.sync, interval=",
        "journal.sync, ''",
        "ledger.time-zone, ''",
        "ledger.rollback-after-payout, Refuse",
        "platform.request-memory-bytes, 1048575",
        "platform.answer-memory-bytes, Auto",
        "engine.in-flight-bytes, 16777215",
        "engine.table-memory-bytes, Auto",
        "engine.table-memory-bytes, 67108863",
        "backup.to, ' '",
        "backup.hook, ''",
        "cluster.members, 127.0.0.1",
        "cluster.node, -1",
        "cluster.node, 5",
        "cluster.urls, ':'",
        "cluster.secret-file, ''",
        "cluster.allow-public-addresses, yes",
        "cluster.sync, interval=1"
    })
    void shouldRefuseEveryOtherFormByNameOriginAndCure(String key, String value) {
        String allowed = Settings.ALL.stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow()
                .allowed();

        assertEquals(
                List.of(key + " = \"" + value + "\" (file bankroll.conf:1): must be " + allowed), problems(key, value));
    }

    private List<String> problems(String key, String value) {
        return Layers.none().file(directory, key + " = \"" + value + "\"").problems();
    }
}
