package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.journal.files.DurableFiles;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last files of a journal are gone, and its mark of what was forced with them. */
class LostEndTest {
    private static final int RUNS = 4;

    @TempDir
    Path temporary;

    private Path data;
    private Path target;
    /** The last entry of the second run. */
    private long kept;

    private long last;

    @BeforeEach
    void makeAJournalOfSeveralRuns() {
        data = temporary.resolve("data");
        target = temporary.resolve("new");
        for (int run = 1; run <= RUNS; run++) {
            try (JournalScript script = new JournalScript(data)) {
                script.open("player-" + run).deposit("player-" + run, 5).force();
                last = script.sequence();
            }
            kept = run == 2 ? last : kept;
        }
    }

    @Test
    void shouldBeToldByTheManifestThatListsThem() throws IOException {
        loseTheLastTwoRuns();
        Files.delete(mark());

        assertToldAsMissing();
    }

    @Test
    void shouldBeToldByTheManifestWhereTheMarkIsDamaged() throws IOException {
        loseTheLastTwoRuns();
        Files.writeString(mark(), "xxxx");

        assertToldAsMissing();
    }

    @Test
    void shouldBeToldByASnapshotThatWasTakenBehindThem() throws IOException {
        assertEquals(0, journal("snapshot", "take", data, "--quiet").exitCode());
        loseTheLastTwoRuns();
        Files.delete(mark());
        Files.delete(manifest());

        assertToldAsMissing();
    }

    @Test
    void shouldNotBeToldByASnapshotOfAnotherLedger() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalScript script = JournalScript.blank(other)) {
            script.start(new HashKey(5, 6), LedgerSettings.DEFAULT);
            for (int i = 0; i < last; i++) {
                script.open("other-" + i);
            }
            script.force();
        }
        assertEquals(0, journal("snapshot", "take", other, "--quiet").exitCode());
        Files.move(other.resolve("snapshots"), data.resolve("snapshots"));

        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"));
    }

    /** The service was killed, and what it had open is a part of what is there: no more than that is known. */
    @Test
    void shouldNotBeCalledWholeWhereNothingTellsWhetherTheyWere() throws IOException {
        Path killed = killed();
        Files.delete(killed.resolve("journal/forced.mark"));

        Called salvaged = journal("salvage", killed, target, "--quiet");
        Called dumped = journal("dump", killed, "--skip-damage");

        String known = "up to entry " + (last + 2);
        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals(
                "whole " + known + "; nothing in DATA tells whether more was forced",
                salvaged.value("verdict"),
                salvaged::toString);
        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertTrue(
                dumped.err().contains("nothing tells whether more was forced behind entry " + (last + 2)), dumped::err);
    }

    @Test
    void shouldBeCalledWholeBehindAGoodStopWhoseManifestClosesAllFiles() throws IOException {
        Files.delete(mark());

        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
    }

    /** The start says so, too. */
    @Test
    void shouldNotBeCalledGoodByThoseWhoReadTheJournal() throws IOException {
        Path killed = killed();
        for (String fault : List.of("missing", "damaged")) {
            Path copy = FrameSurgery.copy(killed, temporary.resolve(fault));
            Path mark = copy.resolve("journal/forced.mark");
            Files.delete(mark);
            if (fault.equals("damaged")) {
                Files.writeString(mark, "xxxx");
            }

            String result = "good up to entry " + (last + 2) + "; nothing tells whether more was forced";
            assertTold("verify", copy, fault + "; what the last run forced behind entry " + last, result);
            assertTold("info", copy, fault + "; what the last run forced behind entry " + last, result);
            assertTold("repair", copy, fault + "; what the last run forced behind entry " + last, result);
        }
    }

    @Test
    void shouldBeNoAlarmBehindAGoodStop() throws IOException {
        Files.delete(mark());

        assertTold("verify", data, "missing; all files are closed", "good");
        assertTold("info", data, "missing; all files are closed", null);
        assertTold("repair", data, "missing; all files are closed", "nothing to repair was found by reading");
    }

    @Test
    void shouldBeNoAlarmInABackupAndInWhatIsRestoredOfIt() {
        Path backup = temporary.resolve("backup");
        assertEquals(0, journal("backup", data, backup, "--quiet").exitCode());
        assertEquals(0, journal("restore", backup, target, "--quiet").exitCode());

        for (Path copy : List.of(backup, target)) {
            Called verified = journal("verify", copy, "--quiet");
            assertEquals("good", verified.value("result"), verified::toString);
            assertEquals(null, verified.value("forced mark"), verified::toString);
            assertEquals(null, verified.value("end known"), verified::toString);
            assertEquals(null, journal("info", copy, "--quiet").value("forced mark"));
        }
    }

    private void assertTold(String command, Path directory, String mark, String result) {
        Called called = journal(command, directory, "--quiet");
        assertEquals(ExitCode.OK, called.exitCode(), called::toString);
        assertTrue(called.value("forced mark").startsWith(mark), called::toString);
        String told = called.value("result");
        assertTrue(result == null ? told == null : told.startsWith(result), called::toString);
        boolean isEndKnown = result == null || !result.contains("nothing tells");
        String sentence = "nothing tells whether more was forced behind entry " + (last + 2);
        assertEquals(!isEndKnown, called.err().contains(sentence), called::toString);
        Called json = journal(command, directory, "--quiet", "--json");
        assertTrue(json.out().contains("\"forced_mark\":\"" + mark), json::toString);
        assertTrue(json.out().contains("\"end_known\":" + isEndKnown), json::toString);
    }

    private void assertToldAsMissing() {
        String missing = (kept + 1) + "-" + last;
        Called salvaged = journal("salvage", data, target, "--quiet");
        Called dumped = journal("dump", data, "--skip-damage");

        assertEquals(ExitCode.WRONG, salvaged.exitCode(), salvaged::toString);
        assertTrue(
                salvaged.value("verdict")
                        .startsWith("NOT WHOLE: it ends at entry " + kept + ", because entry " + (kept + 1)
                                + " is in no copy"),
                salvaged::toString);
        assertTrue(salvaged.out().contains(missing), salvaged::toString);
        assertEquals(ExitCode.WRONG, dumped.exitCode(), dumped::toString);
        assertTrue(dumped.err().contains("entries " + (kept + 1) + " to " + last + " can't be read here"), dumped::err);
    }

    /** What a kill leaves behind two more entries. */
    private Path killed() throws IOException {
        try (JournalScript script = new JournalScript(data)) {
            script.open("late").force();
            return FrameSurgery.copy(data, temporary.resolve("killed"));
        }
    }

    private void loseTheLastTwoRuns() throws IOException {
        List<Path> files = FrameSurgery.files(data);
        assertEquals(RUNS, files.size());
        for (Path file : files.subList(2, RUNS)) {
            DurableFiles.deleteAll(file.getParent());
        }
    }

    private Path mark() {
        return data.resolve("journal/forced.mark");
    }

    private Path manifest() {
        return data.resolve("journal/manifest");
    }
}
