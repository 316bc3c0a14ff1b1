package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.condition.ExitCode;
import org.junit.jupiter.api.Test;

/** What helps depends on whether anything before the damage is good. */
class CorruptJournalExceptionTest {
    @Test
    void shouldSayWhereTheDamageIsAndWhatItIs() {
        CorruptJournalException damage =
                new CorruptJournalException("b.cq4", 4_096, 7, FrameFault.WRONG_CRC, "no good frame");

        assertEquals(
                "journal file b.cq4 is damaged at byte 4096, where sequence 7 must stand: no good frame",
                damage.getMessage());
        assertEquals("no good frame", damage.detail());
        assertEquals("b.cq4", damage.file());
        assertEquals(4_096, damage.position());
        assertEquals(7, damage.sequence());
        assertEquals(FrameFault.WRONG_CRC, damage.fault());
        assertEquals("the frame's CRC32C does not fit its bytes", damage.fault().text());
        assertEquals(ExitCode.DAMAGE, damage.exitCode());
    }

    @Test
    void shouldSayWhichEntriesAreGoodAndHowToKeepThem() {
        assertEquals(
                "entries up to 1 are good; \"./bankroll journal salvage DIR --with BACKUP NEW\" adds what a backup holds;"
                        + " without one \"./bankroll journal salvage DIR NEW\" keeps what is good;"
                        + " \"./bankroll journal verify DIR\" says more",
                CorruptJournalException.cure(2));
    }

    @Test
    void shouldNotKeepNothing() {
        assertEquals(
                "no entry before it; \"./bankroll journal salvage DIR --with BACKUP NEW\" takes what a backup holds and"
                        + " what is good here; \"./bankroll journal verify DIR\" says more",
                CorruptJournalException.cure(1));
        assertEquals(
                "no entry before it; \"./bankroll journal salvage here --with BACKUP NEW\" takes what a backup holds and"
                        + " what is good here",
                CorruptJournalException.cure(1, "here"));
    }

    /** A salvage with this program would throw the entry away. */
    @Test
    void shouldSendToANewerReleaseWhereAFrameIsOfOne() {
        assertEquals(
                "use the release that wrote it, or a newer one; entries up to 6 are good",
                CorruptJournalException.cure(FrameFault.UNKNOWN_VERSION, 7));
        assertEquals(
                "use the release that wrote it, or a newer one; no entry before it",
                CorruptJournalException.cure(FrameFault.UNKNOWN_VERSION, 1, "here"));
        assertEquals(CorruptJournalException.cure(7), CorruptJournalException.cure(FrameFault.WRONG_CRC, 7));
    }

    @Test
    void shouldOnlySayMoreWhereNoEntryIsDamaged() {
        assertEquals("\"./bankroll journal verify DIR\" says more", CorruptJournalException.cure(0));
    }
}
