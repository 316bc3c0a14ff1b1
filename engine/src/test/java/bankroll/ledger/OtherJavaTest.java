package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A journal is read alike by every Java: entries over days on which clocks are changed, in several zones, are replayed by
 * this one and by all others that lie beside it.
 */
class OtherJavaTest {
    private static final long HOUR_MS = 3_600_000;
    private static final Pattern SINCE_17 = Pattern.compile("JAVA_VERSION=\"(1[7-9]|[2-9]\\d)");
    private static final Map<String, String> NIGHTS = Map.of(
            "Europe/Berlin", "2026-03-28T20:00:00Z",
            "America/New_York", "2026-10-31T22:00:00Z",
            "America/Havana", "2027-03-13T20:00:00Z",
            "Australia/Lord_Howe", "2026-04-04T06:00:00Z",
            "Africa/Casablanca", "2027-02-06T20:00:00Z",
            "America/Asuncion", "2026-10-03T20:00:00Z");

    @Test
    void shouldReplayToTheSameDigestOnEveryJava(@TempDir Path directory) throws Exception {
        List<Path> others = otherJavas();
        assumeTrue(!others.isEmpty(), "there is no other Java beside " + System.getProperty("java.home"));
        Path file = directory.resolve("entries");
        String digest = play(file);
        for (Path java : others) {
            assertEquals(digest, digestBy(java, file), java::toString);
        }
    }

    /** Replays the entries in a file and prints the digest. */
    public static void main(String[] arguments) throws IOException {
        try (Ledger ledger = new Ledger(5)) {
            for (String line : Files.readAllLines(Path.of(arguments[0]))) {
                String[] parts = line.split(" ");
                LedgerScript.replay(ledger, HexFormat.of().parseHex(parts[2]), parts[1]);
            }
            System.out.println(ledger.digest());
        }
    }

    private static String play(Path file) throws IOException {
        List<String> zones = NIGHTS.keySet().stream()
                .sorted((one, other) -> NIGHTS.get(one).compareTo(NIGHTS.get(other)))
                .toList();
        try (LedgerScript script = new LedgerScript(settings(zones.get(0)), at(NIGHTS.get(zones.get(0))))) {
            script.open("ann", "EUR");
            script.limits("ann", Map.of(LimitSlot.LOSS_DAY, 1000L, LimitSlot.WAGER_WEEK, 3000L));
            script.mint("code", "ann", null, false, HOUR_MS);
            String session = script.authenticate("code", null, "g");
            script.bookOne(Asked.credit("win", "ann", "1000000", null));
            for (String zone : zones) {
                script.advance(at(NIGHTS.get(zone)) - script.nowMs());
                script.start(settings(zone));
                for (int i = 0; i < 72; i++) {
                    String id = zone + i;
                    script.book(Asked.debit(id, "ann", session, "7"), Asked.rollback("r" + id, "ann", zone + (i - 5)));
                    script.advance(HOUR_MS / 2);
                }
            }
            assertEquals(script.ledger().digest(), script.replayedDigest());
            Files.write(file, script.entries());
            return script.ledger().digest();
        }
    }

    private static String digestBy(Path java, Path file) throws Exception {
        Process process = new ProcessBuilder(
                        java.toString(),
                        "@" + System.getProperty("bankroll.jvm.options"),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherJavaTest.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            byte[] output = process.getInputStream().readAllBytes();
            process.waitFor(60, TimeUnit.SECONDS);
            return new String(output, StandardCharsets.US_ASCII).trim();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<Path> otherJavas() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> others = new ArrayList<>();
        try (Stream<Path> homes = Files.list(own.getParent())) {
            for (Path home : homes.filter(Files::isDirectory).toList()) {
                Path java = home.resolve("bin/java");
                boolean isAnother = !home.toRealPath().equals(own) && !Files.isSymbolicLink(home);
                if (isAnother && Files.isExecutable(java) && canRunThis(home)) {
                    others.add(java);
                }
            }
        }
        return others;
    }

    /** Older ones may lie there, too. */
    private static boolean canRunThis(Path home) throws IOException {
        Path release = home.resolve("release");
        return Files.exists(release)
                && SINCE_17.matcher(Files.readString(release)).find();
    }

    private static LedgerSettings settings(String zone) {
        return new LedgerSettings(zone, 400 * 24 * HOUR_MS, 400 * 24 * HOUR_MS, 0, false, 1_000);
    }

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
