package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.calendar.OldWindows;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A journal of a release that recorded no windows of limits, over days on which clocks are changed and over changes of the
 * time zone: each line is an entry and the beginning of the digest that the release gave behind it. And its snapshot,
 * version 4, of entry 22.
 */
class OldJournalTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final int SNAPSHOT_ENTRY = 22;

    /** The second one changes its zone within a day, and its limits with it: that was a fault, and stays in the past. */
    @ParameterizedTest
    @ValueSource(strings = {"old-windows-v2.hex", "old-zone-change-v2.hex"})
    void shouldReplayAJournalWithoutWindowsToTheStatesThatItHad(String file) throws IOException {
        try (Ledger ledger = new Ledger(5)) {
            replay(ledger, Files.readAllLines(GOLDEN.resolve(file)));

            assertFalse(ledger.hasRecordedWindows());
            assertEquals(0, ledger.windowsEndMs());
        }
    }

    @Test
    void shouldGoOnFromASnapshotWithoutWindows(@TempDir Path directory) throws IOException {
        Path snapshot = directory.resolve("snapshot-0000000000000000022.bks");
        Files.copy(GOLDEN.resolve("old-windows-entry22-v4.bks"), snapshot);
        SnapshotStore store = new SnapshotStore(directory);
        try (Ledger ledger = new Ledger(5)) {
            store.load(snapshot, ledger);

            assertTrue(
                    ledger.digest().startsWith(lines().get(SNAPSHOT_ENTRY - 1).split(" ")[3]));
            assertTrue(ledger.windows().day().contains(ledger.timeMs()), "what is used can be shown");
            replay(ledger, lines().subList(SNAPSHOT_ENTRY, lines().size()));
        }
    }

    @Test
    void shouldSayWhichTimeZoneIsUnknownAndWhatHelps() {
        LedgerSettings settings = new LedgerSettings("Mars/Olympus", 1000, 1000, 0, false, 1_000);
        try (LedgerScript script = new LedgerScript(settings, 1_790_000_000_000L)) {
            ConditionException refused = assertThrows(
                    ConditionException.class,
                    () -> OldWindows.beforeEntry(script.ledger(), CommandType.TRANSACTIONS, script.nowMs()));

            assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
            assertTrue(refused.getMessage().contains("Mars/Olympus"), refused::getMessage);
            assertTrue(refused.getMessage().contains("update the JDK"), refused::getMessage);
            assertEquals(new HashKey(1, 2), script.ledger().hashKey());
        }
    }

    private static void replay(Ledger ledger, List<String> lines) {
        for (String line : lines) {
            String[] parts = line.split(" ");
            LedgerScript.replay(ledger, HexFormat.of().parseHex(parts[2]), parts[1]);
            assertEquals(parts[3], ledger.digest().substring(0, 16), () -> "entry " + ledger.sequence());
        }
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(GOLDEN.resolve("old-windows-v2.hex"));
    }
}
