package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.JournalSource;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Point-in-time recovery, state, snapshots, diff. */
class RebuildTest {
    /** The last entry of the story. */
    private static final long LAST = 23;

    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static Path data;
    private static String digest;

    @BeforeAll
    static void writeJournal() {
        data = shared.resolve("data");
        digest = Story.write(data);
    }

    private Path target() {
        return temporary.resolve("rebuilt");
    }

    @Test
    void shouldRebuildTheWholeJournal() {
        Called called = journal("replay", data, target(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(digest, called.value("digest"));
        assertEquals(0, journal("diff", data, target(), "--quiet").exitCode());
    }

    @Test
    void shouldForceWhatItRebuildsAsTheServiceDoes() {
        journal("replay", data, target(), "--quiet");

        assertEquals("always", journal("info", target(), "--quiet").value("sync policy"));
    }

    @Test
    void shouldRebuildUpToATime() {
        Called called = journal("replay", data, target(), "--to-time", "2026-01-02", "--quiet");

        assertEquals("9", called.value("last sequence"), called::toString);
        Called state = journal("state", target(), "--player", "anna", "--quiet");
        assertEquals("1150", state.value("balance"), state::toString);
    }

    @Test
    void shouldRescueWhatIsBeforeTheDamage() throws IOException {
        Path damaged = FrameSurgery.copy(data, temporary.resolve("damaged"));
        FrameSurgery.frame(damaged, 15).flip(90);

        Called refused = journal("replay", damaged, target(), "--quiet");
        assertEquals(1, refused.exitCode(), refused::toString);
        assertFalse(Files.exists(target().resolve("journal")));
        assertFalse(Files.exists(target().resolve("journal.part")));

        Called rescued = journal("replay", damaged, target(), "--to-sequence", 14, "--quiet");
        assertEquals(0, rescued.exitCode(), rescued::toString);
        assertEquals("14", rescued.value("last sequence"));
    }

    @Test
    void shouldTakeAFreshFileSystemForEmpty() throws IOException {
        Files.createDirectories(target().resolve("lost+found"));

        Called called = journal("replay", data, target(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(digest, called.value("digest"));
    }

    /** Both found the directory empty: who comes second is refused, and takes nothing from the first. */
    @Test
    void shouldLeaveWhatAnotherRebuildIsWriting() throws IOException {
        Rebuild second = new Rebuild(target(), (task, unit, total) -> Progress.none()).requireFresh();
        List<String> refusals = new ArrayList<>();

        Rebuild first = new Rebuild(target(), (task, unit, total) -> {
            refusals.add(refusal(second));
            return Progress.none();
        });
        run(first.requireFresh());

        assertTrue(refusals.size() > 1, refusals::toString);
        for (String refusal : refusals) {
            assertTrue(refusal.contains("is what an interrupted rebuild left, or what another one writes"), refusal);
        }
        assertTrue(refusal(second).contains("is not empty"), () -> refusal(second));
        Called verified = journal("verify", target(), "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals("1", verified.value("snapshots proved"), verified::toString);
    }

    private static String refusal(Rebuild rebuild) {
        return assertThrows(ConditionException.class, () -> run(rebuild)).getMessage();
    }

    private static Summary run(Rebuild rebuild) throws IOException {
        JournalSource journal = Location.of(data).open();
        return rebuild.run(journal, FrameScan.of(journal, Span.ALL), Beginning.WHOLE, null, true);
    }

    /** What the service finds there is its journal, whatever was written. */
    @Test
    void shouldMakeNoJournalInWhichTheServiceFindsOtherEntries() throws IOException {
        Path longer = FrameSurgery.copy(data, temporary.resolve("longer"));
        try (JournalScript script = new JournalScript(longer)) {
            script.open("ben").force();
        }
        JournalDirectory files = new JournalDirectory(longer.resolve("journal"));
        ClosedFile behind = files.filesUpTo(files.listedSequence()).get(1);
        Rebuild rebuild = new Rebuild(target(), (task, unit, total) -> {
                    if (task.equals("read back")) {
                        copyInto(target().resolve("journal.part"), behind);
                    }
                    return Progress.none();
                })
                .fromFiles(files);
        FrameScan scan = FrameScan.of(files, new Span(1, LAST, Long.MIN_VALUE, Long.MAX_VALUE));

        ConditionException refused =
                assertThrows(ConditionException.class, () -> rebuild.run(files, scan, Beginning.WHOLE, null, true));

        assertTrue(refused.getMessage().contains("it has entries 1 to " + behind.lastSequence()), refused::getMessage);
        assertNothingIsLeft();
    }

    private static void copyInto(Path journal, ClosedFile file) {
        try {
            Path copy = file.in(journal).file().path();
            Files.createDirectories(copy.getParent());
            Files.copy(file.file().path(), copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(target())) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** Every checksum may be right in a journal that was written anew. */
    @Test
    void shouldMakeNoJournalWithAnotherChainHeadThanTheExpectedOne() throws IOException {
        ChainHead other = new ChainHead(LAST, new byte[ChainHead.BYTES]);
        JournalSource journal = Location.of(data).open();
        Rebuild rebuild = new Rebuild(target(), (task, unit, total) -> Progress.none());

        ConditionException refused = assertThrows(
                ConditionException.class,
                () -> rebuild.run(journal, FrameScan.of(journal, Span.ALL), Beginning.WHOLE, other, true));

        assertTrue(refused.getMessage().contains("the chain head at entry 23 is not the one"), refused::getMessage);
        assertNothingIsLeft();
    }

    @Test
    void shouldShowTheStateAsOfAnEntry() {
        Called called = journal("state", data, "--to-sequence", 7, "--quiet");

        assertEquals("7", called.value("sequence"), called::toString);
        assertEquals("2", called.value("players"));
        assertTrue(
                called.lines().stream()
                        .anyMatch(line -> line.trim().replaceAll(" +", " ").equals("EUR 900 100 -1000 0 0")),
                called::toString);
        assertEquals(digest, journal("state", data, "--quiet").value("digest"));
    }

    @Test
    void shouldSayThatTheJournalEndsBeforeTheEntryAskedFor() {
        String expected = "the journal ends at entry 23, before --to-sequence 99\n";

        assertEquals(
                expected, journal("state", data, "--to-sequence", 99, "--quiet").err());
        assertEquals(
                expected,
                journal("replay", data, target(), "--to-sequence", 99, "--quiet")
                        .err());
    }

    @Test
    void shouldShowOnePlayerAllOrTheLargest() {
        Called player = journal("state", data, "--player", "anna", "--to-sequence", 18, "--quiet");
        assertEquals("1120", player.value("balance"), player::toString);
        assertTrue(player.out().contains("wager"), player::toString);
        assertEquals(
                List.of("anna 1095 EUR", "\"Zoë \\\"Z\\\"\" 0 USD"),
                journal("state", data, "--all", "--quiet").lines());
        assertEquals(
                List.of("anna 1095 EUR"),
                journal("state", data, "--top", 1, "--currency", "EUR", "--quiet")
                        .lines());
        assertEquals(
                List.of("{\"player_id\":\"Zoë \\\"Z\\\"\",\"currency\":\"USD\",\"balance\":\"0\"}"),
                journal("state", data, "--all", "--currency", "USD", "--json", "--quiet")
                        .lines());
        assertEquals(1, journal("state", data, "--player", "nobody", "--quiet").exitCode());
    }

    @Test
    void shouldNameTheFirstEntryAtWhichTwoJournalsPart() {
        Path a = temporary.resolve("a");
        Path b = temporary.resolve("b");
        write(a, 100);
        write(b, 101);

        Called called = journal("diff", a, b, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("they part at sequence 3", called.value("result"));
        assertTrue(
                called.lines().stream()
                        .anyMatch(line -> line.trim().replaceAll(" +", " ").equals("0 amount 100 101")),
                called::toString);
    }

    private static void write(Path directory, long amount) {
        try (JournalScript script = new JournalScript(directory)) {
            script.open("anna");
            script.deposit("anna", amount);
            script.open("ben");
        }
    }

    @Test
    void shouldSayWhichJournalGoesOn() {
        journal("replay", data, target(), "--to-sequence", 9, "--quiet");

        Called called = journal("diff", target(), data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("the same up to sequence 9; B goes on", called.value("result"));
    }

    @Test
    void shouldTakeListCheckAndPruneSnapshots() throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));

        Called taken = journal("snapshot", "take", copy, "--quiet");
        assertEquals(0, taken.exitCode(), taken::toString);
        assertEquals(digest, taken.value("digest"));
        try (JournalScript script = new JournalScript(copy)) {
            script.open("ben");
        }
        assertEquals(0, journal("snapshot", "take", copy, "--quiet").exitCode());
        for (Path snapshot : ShortenedJournal.snapshots(copy)) {
            Files.setLastModifiedTime(snapshot, FileTime.from(1_770_000_000_123_456_789L, TimeUnit.NANOSECONDS));
        }
        assertEquals(
                2,
                journal("snapshot", "list", copy).lines().stream()
                        .filter(line -> line.matches(".*\\.bks .* 2026-02-02T02:40:00\\.123Z"))
                        .count());
        assertEquals(0, journal("snapshot", "check", copy).exitCode());
        assertEquals("2", journal("verify", copy, "--quiet").value("snapshots proved"));

        Called pruned = journal("snapshot", "prune", copy, "--keep", 1, "--json");
        assertEquals("{\"deleted\":1,\"kept\":1,\"set_aside\":0}", pruned.out().strip(), pruned::toString);
    }

    /** It may be writing one. */
    @Test
    void shouldLeaveTheSnapshotsOfARunningServiceAlone() throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));
        Path begun = Path.of(journal("snapshot", "take", copy, "--quiet").value("snapshot") + ".part");
        Files.writeString(begun, "half of it");
        try (JournalScript service = new JournalScript(copy)) {
            service.open("ben");

            Called refused = journal("snapshot", "prune", copy, "--keep", 1);

            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(
                    refused.err()
                            .contains("is in use by process "
                                    + ProcessHandle.current().pid() + "; stop that one first"),
                    refused::toString);
            assertTrue(Files.exists(begun));
        }
        assertEquals(0, journal("snapshot", "prune", copy, "--keep", 1).exitCode());
        assertTrue(Files.notExists(begun));
    }

    @Test
    void shouldFindADamagedSnapshot() throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));
        Path snapshot = Path.of(journal("snapshot", "take", copy, "--quiet").value("snapshot"));
        new FrameSurgery(snapshot, 200, 0).flip(0);

        assertEquals(1, journal("snapshot", "check", copy).exitCode());
        Called verified = journal("verify", copy, "--quiet");
        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains(".bks"), verified::toString);
    }

    @Test
    void shouldFindASnapshotThatAHandHasChangedWithItsChecksum() throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));
        change(copy, bytes -> bytes.put(bytes.capacity() - 200, (byte) ~bytes.get(bytes.capacity() - 200)));

        for (Called called : List.of(journal("snapshot", "check", copy), journal("verify", copy, "--quiet"))) {
            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.out().contains("another state than the one whose digest"), called::toString);
        }
    }

    /** Its digest was made another way; a shortened journal may have no other snapshot. */
    @ParameterizedTest
    @ValueSource(shorts = {2, 3})
    void shouldUseASnapshotOfAVersionBefore(short version) throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));
        change(
                copy,
                bytes -> bytes.putShort(4, version)
                        .put(bytes.capacity() - 68, "0".repeat(64).getBytes(StandardCharsets.US_ASCII)));

        assertTrue(journal("snapshot", "check", copy).out().contains(digest));
        assertEquals("1", journal("verify", copy, "--quiet").value("snapshots proved"));
    }

    /** Takes a snapshot, changes it and makes its checksum right again. */
    private static void change(Path data, Consumer<ByteBuffer> change) throws IOException {
        Path snapshot = Path.of(journal("snapshot", "take", data, "--quiet").value("snapshot"));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(snapshot)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.capacity() - 4);
        bytes.putInt(bytes.capacity() - 4, (int) crc.getValue());
        Files.write(snapshot, bytes.array());
    }

    @Test
    void shouldTakeNoSnapshotWhileTheServiceRuns() {
        Path live = temporary.resolve("live");
        try (JournalScript script = new JournalScript(live)) {
            script.open("anna").force();

            Called called = journal("snapshot", "take", live, "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("is in use by"), called::toString);
            assertTrue(
                    called.err().contains("; stop that one first; a running service takes its snapshots itself"),
                    called::toString);
        }
    }
}
