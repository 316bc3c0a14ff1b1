package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.PieceDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code snapshot check}, {@code snapshot prune} and {@code verify} say about one snapshot is the same. */
class SnapshotVerdictTest {
    private static final int SEQUENCE_AT = 8;
    private static final int FRAME_CRC_AT = 24;
    private static final int STATE_AT = 64;
    private static final int TAIL_BYTES = 68;

    @TempDir
    private static Path shared;

    private static ShortenedJournal made;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void writeJournals() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    @Test
    void shouldCallGoodWhatBelongs() throws IOException {
        assertVerdict("good", made.whole(), 0);
        assertVerdict("good", made.data(), 0);
    }

    @Test
    void shouldFindASnapshotOfAnotherJournal() throws IOException {
        for (Path journal : List.of(made.whole(), made.data())) {
            for (int which = 0; which < 2; which++) {
                Path copy = copy(journal);
                change(copy, which, bytes -> bytes.put(FRAME_CRC_AT, (byte) ~bytes.get(FRAME_CRC_AT)));

                assertVerdict("was taken of another journal", copy, 1);
                assertPruned(copy, which);
            }
        }
    }

    @Test
    void shouldFindASnapshotBeyondTheLastEntry() throws IOException {
        Path copy = copy(made.whole());
        change(copy, 0, bytes -> bytes.putLong(SEQUENCE_AT, made.last() + 1));

        assertVerdict("is beyond the journal's last entry", copy, 1);
        assertPruned(copy, 0);
    }

    @Test
    void shouldFindASnapshotFromWhichNoStartCanReplay() throws IOException {
        Path copy = copy(made.data());
        change(copy, 1, bytes -> bytes.putLong(SEQUENCE_AT, made.first() - 2));

        assertVerdict("is too old: what follows it was removed", copy, 1);
    }

    /** Its own entry is gone, the next one names it. */
    @Test
    void shouldUseASnapshotOfTheEntryBeforeTheFirst() throws IOException {
        Path copy = copy(made.data());
        Path snapshot = ShortenedJournal.snapshots(copy).get(1);
        int crc = (int) Long.parseLong(manifestBaseCrc(copy), 16);
        change(copy, 1, bytes -> bytes.putLong(SEQUENCE_AT, made.first() - 1).putInt(FRAME_CRC_AT, crc));

        Called checked = journal("snapshot", "check", copy);

        assertEquals(0, checked.exitCode(), checked::toString);
        assertTrue(checked.out().contains(snapshot.getFileName().toString()), checked::toString);
        change(copy, 1, bytes -> bytes.putInt(FRAME_CRC_AT, ~crc));
        assertVerdict("was taken of another journal", copy, 1);
    }

    /** Only the entries tell: checksum, digest and link are all made good again. */
    @Test
    void shouldFindAStateThatTheEntriesDoNotLeadTo() throws IOException {
        Path copy = copy(made.whole());
        change(copy, 0, bytes -> {
            int at = bytes.capacity() - TAIL_BYTES - 100;
            bytes.put(at, (byte) ~bytes.get(at));
            PieceDigest digest = PieceDigest.onOneProcessor();
            digest.update(bytes.slice(STATE_AT, bytes.capacity() - STATE_AT - TAIL_BYTES));
            bytes.put(bytes.capacity() - TAIL_BYTES, digest.hex().getBytes(StandardCharsets.US_ASCII));
        });

        assertEquals(0, journal("snapshot", "check", copy).exitCode());
        Called verified = journal("verify", copy, "--quiet");
        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains("its digest is not that of the entries up to it"), verified::toString);
    }

    private static void assertVerdict(String verdict, Path data, int exitCode) {
        for (Called called : List.of(journal("snapshot", "check", data), journal("verify", data, "--quiet"))) {
            assertEquals(exitCode, called.exitCode(), called::toString);
            assertTrue((called.out() + called.err()).contains(verdict), called::toString);
        }
    }

    private static void assertPruned(Path data, int which) {
        Path foreign = ShortenedJournal.snapshots(data).get(which);
        long others = ShortenedJournal.snapshots(data).size() - 1;

        Called pruned = journal("snapshot", "prune", data, "--keep", 9);

        assertEquals("0", pruned.value("deleted"), pruned::toString);
        assertEquals("1", pruned.value("set aside"), pruned::toString);
        assertEquals(Long.toString(others), pruned.value("kept"), pruned::toString);
        assertTrue(Files.exists(foreign.resolveSibling(foreign.getFileName() + ".not-of-this-journal")));
    }

    private static String manifestBaseCrc(Path data) throws IOException {
        return Files.readAllLines(data.resolve("journal/manifest")).stream()
                .filter(line -> line.startsWith("base "))
                .map(line -> line.replaceAll(".*previous-crc=", ""))
                .findFirst()
                .orElseThrow();
    }

    private Path copy(Path data) throws IOException {
        Path target = Files.createTempDirectory(temporary, "copy");
        return FrameSurgery.copy(data, target.resolve("data"));
    }

    /** Changes a snapshot, the newest is 0, and makes its checksum right again. */
    private static void change(Path data, int which, Consumer<ByteBuffer> change) throws IOException {
        Path snapshot = ShortenedJournal.snapshots(data).get(which);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(snapshot)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.capacity() - Integer.BYTES);
        bytes.putInt(bytes.capacity() - Integer.BYTES, (int) crc.getValue());
        Files.write(snapshot, bytes.array());
    }
}
