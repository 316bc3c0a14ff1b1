package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.Manifest;
import bankroll.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A start finds out what a directory is before it writes anything to it. */
class DataDirectoryTest {
    @TempDir
    Path directory;

    private Path data;

    @BeforeEach
    void name() {
        data = directory.resolve("data");
    }

    @Test
    void shouldRefuseWhatIsNotMountedAndBeginNothing() {
        assertRefused("there is no ledger in " + data + ": it does not exist", "./bankroll init " + data);

        assertFalse(Files.exists(data));
    }

    @Test
    void shouldRefuseAnEmptyDirectoryWithTheCommandForANewLedger() throws IOException {
        Files.createDirectories(data.resolve("lost+found"));
        Files.createDirectories(data.resolve("cluster/archive"));

        assertRefused("it is empty", "./bankroll init " + data);
        assertDoesNotThrow(() -> new DataDirectory(data).requireFree());
    }

    @Test
    void shouldTakeALedgerOfWhateverReleaseAndMakeNoSecondOne() {
        makeLedger();

        assertDoesNotThrow(() -> new DataDirectory(data).requireLedger());
        assertDoesNotThrow(() -> new DataDirectory(data).requireLedgerOrFree());
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new DataDirectory(data).requireFree());
        assertTrue(refused.getMessage().contains("holds a ledger already"), refused::getMessage);
    }

    @Test
    void shouldQuoteANameWithBlanksInTheCommandsThatHelp() throws IOException {
        Path blanks = data.resolveSibling("mein Ort");
        String quoted = "'" + blanks + "'";
        DataDirectory named = new DataDirectory(blanks);
        assertHelp("./bankroll init " + quoted, named::requireLedger);
        Files.createDirectories(blanks);
        Path manifest = Files.createFile(blanks.resolve("backup.json"));
        assertHelp("./bankroll journal restore " + quoted, named::requireLedger);
        Files.delete(manifest);
        makeLedger(blanks);

        assertHelp("./bankroll serve --data " + quoted, named::requireFree);
        assertHelp("--data " + quoted, new DataDirectory(blanks.resolve("journal"))::requireLedger);
    }

    private static void assertHelp(String command, Executable refused) {
        String message = assertThrows(ConditionException.class, refused).getMessage();
        assertTrue(message.contains(command), message);
    }

    @Test
    void shouldLeaveADamagedLedgerToTheStart() throws IOException {
        makeLedger();
        Files.writeString(data.resolve("journal").resolve(Manifest.FILE), "nothing of ours");

        assertDoesNotThrow(() -> new DataDirectory(data).requireLedger());
    }

    @Test
    void shouldTakeAJournalWithoutAnEntryForNone() throws IOException {
        Files.createDirectories(data.resolve("journal"));
        Files.createFile(data.resolve("journal").resolve("LOCK"));

        assertRefused("it is empty", "./bankroll init " + data);
        assertDoesNotThrow(() -> new DataDirectory(data).requireFree());
    }

    @Test
    void shouldSendABackupToRestore() throws IOException {
        file("backup.json");

        assertRefused("it is a backup", "./bankroll journal restore " + data + " NEW");
    }

    @Test
    void shouldKnowABackupThatWasInterrupted() throws IOException {
        file("frames-0000000000000000001.bkf.part");

        assertRefused("it is a backup", "./bankroll journal restore");
    }

    @Test
    void shouldKnowAnExport() throws IOException {
        file("manifest.json");

        assertRefused("it is an export", "--data");
    }

    @Test
    void shouldKnowTheJournalOfADataDirectory() {
        makeLedger();
        Path journal = data.resolve("journal");

        ConditionException refused =
                assertThrows(ConditionException.class, () -> new DataDirectory(journal).requireLedger());

        assertTrue(refused.getMessage().contains("it is the journal of one"), refused::getMessage);
        assertTrue(refused.getMessage().contains("--data " + data.toAbsolutePath()), refused::getMessage);
    }

    @Test
    void shouldKnowWhatAnInterruptedRestoreLeft() throws IOException {
        Files.createDirectories(data.resolve("journal.part"));

        assertRefused("interrupted restore", "delete it");
    }

    /** It was called empty, and init, which the message named, refused it. */
    @Test
    void shouldKnowWhatASeedLeftBeforeItsFirstEntry() throws IOException {
        file(DataDirectory.SEED_UNDER_WAY);
        Files.createDirectories(data.resolve("journal"));

        String what = "a seed of this node is under way or was broken off (" + data.resolve("seed-under-way") + ")";
        assertRefused("there is no ledger in " + data + ": " + what, "\"./bankroll cluster seed\"");
        assertRefused(what, "\"./bankroll init NEW\"");
        ConditionException ofMember = assertThrows(
                ConditionException.class, () -> DataDirectory.ofMember(data).requireLedger());
        assertTrue(ofMember.getMessage().contains(what), ofMember::getMessage);
    }

    @Test
    void shouldMissTheJournalBesideItsSnapshots() throws IOException {
        Files.createDirectories(data.resolve("snapshots"));
        Files.createFile(data.resolve("snapshots").resolve("snapshot-0000000000000000007.bks"));

        assertRefused("it holds snapshots", "./bankroll journal restore");
        assertNotFree("it holds snapshots");
    }

    @Test
    void shouldNameSomeOfSomebodyElsesFiles() throws IOException {
        file("d.txt");
        file("a.txt");
        file("c.txt");
        file("b.txt");

        assertRefused("it holds other files (a.txt, b.txt, c.txt and 1 more)", "with serve: --data");
        assertNotFree("it holds other files");
    }

    @Test
    void shouldRefuseAFile() throws IOException {
        Files.createFile(data);

        assertRefused("it is a file", "--data");
    }

    private void makeLedger() {
        makeLedger(data);
    }

    private static void makeLedger(Path data) {
        EngineContext context = new EngineContext().dataDirectory(data).newLedger(() -> new Ledger(8));
        context.journal().lowWaterBytes(0).fileBytes(1 << 20).maxFrameBytes(1 << 16);
        Engine.launch(context).close();
    }

    private void file(String name) throws IOException {
        Files.createDirectories(data);
        Files.createFile(data.resolve(name));
    }

    private void assertRefused(String what, String cure) {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new DataDirectory(data).requireLedger());
        assertTrue(refused.getMessage().contains(what), refused::getMessage);
        assertTrue(refused.getMessage().contains(cure), refused::getMessage);
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
    }

    private void assertNotFree(String what) {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new DataDirectory(data).requireFree());
        assertTrue(refused.getMessage().contains(what), refused::getMessage);
    }
}
