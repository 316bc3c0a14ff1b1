package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.tools.salvage.GoodFrames;
import bankroll.tools.salvage.Salvage;
import bankroll.tools.salvage.Salvage.Taken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start went on without a torn tail: whole entries lie in it that are no part of the journal any more. */
class SetAsideTest {
    private static final int GOOD = 10;
    private static final int LOST_UP_TO = 30;
    private static final int STARTS = 3;
    /** Each start has an entry of its own, and opens a player. */
    private static final int LAST = GOOD + 2 * STARTS;

    @TempDir
    Path temporary;

    private Path data;
    private Path target;

    /** Entry 11 is torn, 12 to 30 are whole, no mark says that they had been forced. Then come three starts. */
    @BeforeEach
    void goOnBehindATornTail() throws IOException {
        data = temporary.resolve("data");
        target = temporary.resolve("new");
        Path live = temporary.resolve("live");
        try (JournalScript script = new JournalScript(live)) {
            for (int i = 2; i <= LOST_UP_TO; i++) {
                script.open("before-" + i);
            }
            script.force();
            FrameSurgery.copy(live, data);
        }
        Files.delete(data.resolve("journal/forced.mark"));
        FrameSurgery torn = FrameSurgery.frame(data, GOOD + 1);
        torn.zero(40, torn.length() - 40);
        for (int i = 1; i <= STARTS; i++) {
            try (JournalScript script = new JournalScript(data)) {
                script.open("after-" + i).force();
            }
        }
    }

    @Test
    void shouldPrintNoEntryThatIsNotTheJournals() {
        assertPrintedAsItIs(journal("dump", data, "--json", "--quiet"));
    }

    @Test
    void shouldBeNoOtherCopyThanItsJournal() {
        Salvage salvage = Salvage.of(List.of(GoodFrames.in(data, bytes -> {})));

        assertEquals(List.of(new Taken(1, LAST, data.toString())), salvage.taken());
    }

    /** Then nothing tells where the torn file ended, but the next one follows by CRC. */
    @Test
    void shouldPrintNoneWithoutAManifestEither() throws IOException {
        Called good = journal("dump", data, "--json", "--quiet");
        Files.delete(data.resolve("journal/manifest"));

        assertPrintedAsItIs(good);
    }

    private void assertPrintedAsItIs(Called good) {
        Called dumped = journal("dump", data, "--skip-damage", "--json", "--quiet");

        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertEquals(LAST, good.lines().size(), good::toString);
        assertEquals(good.lines(), dumped.lines(), dumped::toString);
        assertTrue(dumped.err().contains("entries 12 to 30 in "), dumped::err);
        assertTrue(dumped.err().contains("are left out: they don't follow the journal's own entries"), dumped::err);
        assertEquals(1, dumped.err().lines().count(), dumped::err);
    }

    @Test
    void shouldNotBeMissedByASalvage() {
        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
        assertEquals(Integer.toString(LAST), salvaged.value("last sequence"), salvaged::toString);
        assertTrue(salvaged.out().contains("12-30"), salvaged::toString);
        assertEquals(
                journal("dump", data, "--json", "--quiet").out(),
                journal("dump", target, "--json", "--quiet").out());
    }

    @Test
    void shouldNotStandForEntriesThatADamagedJournalHasLost() {
        FrameSurgery.frame(data, LAST - 2).flip(90);

        Called dumped = journal("dump", data, "--skip-damage", "--json", "--quiet");

        assertEquals(ExitCode.WRONG, dumped.exitCode(), dumped::toString);
        assertEquals(LAST - 1, dumped.lines().size(), dumped::toString);
        assertTrue(dumped.err().contains("entries 14 to 14 can't be read here"), dumped::err);
        assertFalse(dumped.out().contains("before-12"), dumped::toString);
    }

    /** A person moved a file of the journal there, or what a start had copied is all that is left of it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-from-byte-0"})
    void shouldBeTakenWhereItFollowsByItsChecksums(String ending) throws IOException {
        Called good = journal("dump", data, "--json", "--quiet");
        try (Stream<Path> runs = FrameSurgery.files(data).stream()) {
            Path second = runs.skip(1).findFirst().orElseThrow();
            Files.move(second, data.resolve("journal/set-aside").resolve("moved-" + second.getFileName() + ending));
        }

        Called dumped = journal("dump", data, "--skip-damage", "--json", "--quiet");
        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertEquals(good.lines(), dumped.lines(), dumped::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
    }
}
