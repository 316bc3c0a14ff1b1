package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.ledger.Contradiction;
import bankroll.tools.Forgeries.Forgery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every invariant broken once, behind checksums that are right: no start, no proof, no rebuild takes it. */
class ForgedEntriesTest {
    @TempDir
    private Path temporary;

    static List<Forgery> forgeries() {
        return Forgeries.all();
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void shouldBeRefusedByVerifyRestoreReplayAndStart(Forgery forgery) {
        Path data = temporary.resolve("data");
        long sequence = forgery.write(data);
        String words = forgery.expected().words();

        Called verified = journal("verify", data, "--quiet");
        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains(words), verified::toString);
        assertTrue(verified.out().contains(sequence + "  "), verified::toString);

        Called replayed = journal("replay", data, temporary.resolve("replayed"), "--quiet");
        assertRefused(replayed, sequence, words);
        assertFalse(Files.exists(temporary.resolve("replayed/journal")));

        Path backup = temporary.resolve("backup");
        Called backedUp = journal("backup", data, backup, "--quiet");
        assertEquals(0, backedUp.exitCode(), backedUp::toString);
        assertRefused(journal("restore", backup, temporary.resolve("restored"), "--quiet"), sequence, words);

        CorruptJournalException refused = assertThrows(
                CorruptJournalException.class,
                () -> Engine.launch(new EngineContext().dataDirectory(data)).close());
        assertEquals(sequence, refused.sequence());
        assertTrue(refused.getMessage().contains(words), refused::toString);
        assertTrue(refused.getMessage().contains(".cq4"), refused::toString);
    }

    private static void assertRefused(Called called, long sequence, String words) {
        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains(words), called::toString);
        assertTrue(called.err().contains("\"sequence\":" + sequence), called::toString);
    }

    @Test
    void shouldNameTheItem() {
        Forgery second = named("a second item that contradicts the first");
        Path data = temporary.resolve("data");
        second.write(data);

        Called verified = journal("verify", data, "--quiet");

        assertTrue(verified.out().contains("item 1: " + second.expected().words()), verified::toString);
    }

    /** The second books are kept by other code, and find by themselves what they can know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a player opened twice                  | player anna (item 0): the player was opened before
            a debit beyond the balance             | debit d (item 0): the balance left its range: 500 before it
            a credit beyond 19 digits              | credit c (item 0): the balance left its range: 500 before it
            a deposit beyond 19 digits             | the balance left its range: 500 before it
            a debit of another amount              | debit d (item 0): moved 99, asked for 100
            a credit with another balance          | credit c (item 0): recorded balance 511, must be 510
            a credit to a player who was not opened| credit c (item 0): money moved, but no such player was opened
            """)
    void shouldBeFoundByTheSecondBooksToo(String name, String finding) {
        Path data = temporary.resolve("data");
        named(name).write(data);

        Called verified = journal("verify", data, "--quiet");

        assertTrue(verified.out().contains(finding), verified::toString);
    }

    private static Forgery named(String name) {
        return Forgeries.all().stream()
                .filter(forgery -> forgery.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** All frames fit together; only what one of them says of all before it is not so. */
    @Test
    void shouldRebuildNothingWhereTheChainBreaks() {
        Path data = temporary.resolve("data");
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").carry(new ChainHead(1, new byte[32])).deposit("anna", 10);
        }

        Called verified = journal("verify", data, "--quiet");
        Called replayed = journal("replay", data, temporary.resolve("replayed"), "--quiet");

        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains("BROKEN: entry 3"), verified::toString);
        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertTrue(replayed.err().contains("the chain breaks at entry 3"), replayed::toString);
        assertFalse(Files.exists(temporary.resolve("replayed/journal")));
    }

    /** The backup holds all that there is, and says before it is needed that no rebuild will take it. */
    @Test
    void shouldBeToldByTheBackupWhereTheChainBreaks() {
        Path data = temporary.resolve("data");
        Path backup = temporary.resolve("backup");
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").carry(new ChainHead(1, new byte[32])).deposit("anna", 10);
            script.force();
        }

        Called backedUp = journal("backup", data, backup, "--quiet");
        Called checked = journal("backup", backup, "--check", "--quiet");

        assertEquals(1, backedUp.exitCode(), backedUp::toString);
        assertTrue(
                backedUp.err()
                        .contains("the chain breaks at entry 3, so nothing will be rebuilt from the backup; "
                                + "\"./bankroll journal verify " + data + "\" says more"),
                backedUp::toString);
        assertEquals("3", journal("info", backup, "--quiet").value("last sequence"));
        assertEquals(1, checked.exitCode(), checked::toString);
        assertTrue(checked.err().contains("the chain breaks at entry 3"), checked::toString);
        assertTrue(checked.err().contains("\"./bankroll journal verify " + backup + "\" says more"), checked::toString);
    }

    /** What no restore takes doesn't become good by a run that finds nothing more to copy, or good entries. */
    @Test
    void shouldBeToldByEveryLaterRunOfTheBackup() {
        Path data = temporary.resolve("data");
        Path backup = temporary.resolve("backup");
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").carry(new ChainHead(1, new byte[32])).deposit("anna", 10);
            script.force();
            assertTold(journal("backup", data, backup, "--quiet"));
            assertTold(journal("backup", data, backup, "--quiet"));

            script.carry(ChainHead.START).deposit("anna", 20).force();
            assertTold(journal("backup", data, backup, "--quiet"));
        }

        assertTold(journal("backup", data, backup, "--quiet"));
        assertEquals("4", journal("info", backup, "--quiet").value("last sequence"));
        assertTold(journal("restore", backup, temporary.resolve("restored"), "--quiet"));
    }

    private static void assertTold(Called called) {
        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("the chain breaks at entry 3"), called::toString);
    }

    /** A gap in the sequence is found by the reader before any ledger sees it. */
    @Test
    void shouldHaveAForgeryForEveryContradiction() {
        Set<Contradiction> missing = EnumSet.allOf(Contradiction.class);
        missing.remove(Contradiction.SEQUENCE);
        Forgeries.all().forEach(forgery -> missing.remove(forgery.expected()));

        assertEquals(Set.of(), missing);
    }
}
