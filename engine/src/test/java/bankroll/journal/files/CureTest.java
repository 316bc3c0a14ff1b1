package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.CorruptJournalException;
import org.junit.jupiter.api.Test;

/** What helps depends on whether anything before the damage is good. */
class CureTest {
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

    @Test
    void shouldOnlySayMoreWhereNoEntryIsDamaged() {
        assertEquals("\"./bankroll journal verify DIR\" says more", CorruptJournalException.cure(0));
    }
}
