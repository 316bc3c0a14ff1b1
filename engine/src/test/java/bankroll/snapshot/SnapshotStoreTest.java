package bankroll.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;

/** What stands in a directory of snapshots, and what of it is used. */
class SnapshotStoreTest {
    private static final int VERSION_AT = 4;
    /** Behind the head, sequence, time and key. */
    private static final int FIRST_TABLE_AT = SnapshotHead.BYTES + 4 * Long.BYTES;

    /** Has something in nearly every table. */
    private static final Path LIVED_IN = Path.of("src/test/resources/golden/old-windows-entry22-v4.bks");

    @TempDir
    private Path directory;

    private final List<String> steps = new ArrayList<>();

    @Test
    @DefaultLocale("ar-EG")
    void shouldFindItsSnapshotsUnderALocaleWithOtherDigits() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);

        take(store, 7);

        assertEquals(List.of(directory.resolve("snapshot-0000000000000000007.bks")), store.list());
    }

    @Test
    void shouldWriteBesideForceRenameAndForceTheName() throws IOException {
        take(new SnapshotStore(new Noting()), 7);

        String name = "snapshot-0000000000000000007.bks";
        assertEquals(List.of("create " + name + ".part", "force", "rename to " + name, "force names"), steps);
    }

    @Test
    void shouldLeaveNothingOfASnapshotForWhichThereIsNoRoom() throws IOException {
        SnapshotStore store = new SnapshotStore(new Noting() {
            @Override
            protected void write(FileChannel file, ByteBuffer bytes) throws IOException {
                super.write(file, bytes);
                throw new IOException("No space left on device");
            }
        });

        IOException failure = assertThrows(IOException.class, () -> take(store, 7));

        assertEquals("No space left on device", failure.getMessage());
        assertEquals(List.of(), files());
    }

    @Test
    void shouldLeaveNothingOfASnapshotThatIsGivenUp() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        try (Ledger ledger = new Ledger(6)) {
            var interrupted = ledger.freeze().through(visitor -> {
                throw new IllegalStateException("given up");
            });

            assertThrows(
                    IllegalStateException.class,
                    () -> store.take(new SnapshotHead(7, 1_000, 77), interrupted, PieceDigest.onAllProcessors()));
        }

        assertEquals(List.of(), files());
    }

    @Test
    void shouldDeleteWhatAKilledProcessHadBegunAndNothingElse() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        take(store, 7);
        Files.createFile(directory.resolve("snapshot-0000000000000000009.bks.part"));
        Files.createFile(directory.resolve("snapshot-0000000000000000008.bks.not-of-this-journal"));

        store.deleteParts();

        assertEquals(
                List.of("snapshot-0000000000000000007.bks", "snapshot-0000000000000000008.bks.not-of-this-journal"),
                files());
    }

    @Test
    void shouldKnowHowManyBytesASnapshotTakes() throws IOException {
        try (Ledger ledger = new Ledger(6)) {
            long bytes = SnapshotStore.bytes(ledger.freeze());
            ledger.release();

            assertEquals(bytes, Files.size(take(new SnapshotStore(directory), 7).path()));
        }
    }

    @Test
    void shouldFindEveryFlippedByteWhileItLoads() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = directory.resolve("snapshot-0000000000000000022.bks");
        byte[] good = Files.readAllBytes(LIVED_IN);
        for (int at = 0; at < good.length; at++) {
            byte[] damaged = good.clone();
            damaged[at] ^= 0x55;
            Files.write(snapshot, damaged);

            assertUnusable(store, snapshot, "byte " + at);
        }
    }

    /** A disk that lost what was written gives zeros: tables of zeros, and lengths that lead nowhere. */
    @Test
    void shouldFindLostBlocksAndMissingEndsWhileItLoads() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = directory.resolve("snapshot-0000000000000000022.bks");
        byte[] good = Files.readAllBytes(LIVED_IN);
        for (int at = 0; at < good.length; at += 16) {
            byte[] zeroed = good.clone();
            Arrays.fill(zeroed, at, good.length - Integer.BYTES, (byte) 0);
            Files.write(snapshot, zeroed);
            assertUnusable(store, snapshot, "zeros from " + at);
            Arrays.fill(zeroed, at, good.length - Integer.BYTES, (byte) 0x7f);
            Files.write(snapshot, zeroed);
            assertUnusable(store, snapshot, "nonsense from " + at);

            Files.write(snapshot, Arrays.copyOf(good, at));
            assertUnusable(store, snapshot, "cut at " + at);
        }
    }

    /** The least that there can be is a head, and what stands behind every state. */
    @Test
    void shouldSayWhereASnapshotEndsThatIsNotEvenAHead() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = directory.resolve("snapshot-0000000000000000022.bks");
        for (int length : new int[] {0, 1, SnapshotHead.BYTES, SnapshotHead.BYTES + SnapshotWriter.TAIL_BYTES - 1}) {
            Files.write(snapshot, Arrays.copyOf(Files.readAllBytes(LIVED_IN), length));

            var checked = assertThrows(InvalidSnapshotException.class, () -> store.check(snapshot));
            assertEquals("ends after " + length + " bytes", checked.getMessage());
            try (Ledger ledger = new Ledger(6)) {
                var loaded = assertThrows(InvalidSnapshotException.class, () -> store.load(snapshot, ledger));
                assertTrue(loaded.getMessage().endsWith(checked.getMessage()), loaded::getMessage);
            }
        }
    }

    /** Memory is taken by what it says; no checksum is known before its end. */
    @Test
    void shouldNotTakeMemoryForATableThatIsLongerThanTheFile() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = directory.resolve("snapshot-0000000000000000022.bks");
        ByteBuffer good = ByteBuffer.wrap(Files.readAllBytes(LIVED_IN)).order(ByteOrder.LITTLE_ENDIAN);
        int left = good.capacity() - FIRST_TABLE_AT - 2 * Integer.BYTES;
        int oneTooMany = left / good.getInt(FIRST_TABLE_AT) + 1;
        for (int records : new int[] {oneTooMany, Integer.MAX_VALUE, -1}) {
            Files.copy(LIVED_IN, snapshot, StandardCopyOption.REPLACE_EXISTING);
            change(
                    snapshot,
                    bytes -> ByteBuffer.wrap(bytes)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(FIRST_TABLE_AT + Integer.BYTES, records));

            try (Ledger ledger = new Ledger(6)) {
                var refused = assertThrows(InvalidSnapshotException.class, () -> store.load(snapshot, ledger));
                assertTrue(refused.getMessage().endsWith("a table is longer than the file"), refused::getMessage);
            }
        }
    }

    @Test
    void shouldReadTheVersionsThatItKnowsAndNoOther() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = take(store, 7).path();
        for (byte version = 1; version <= SnapshotHead.VERSION + 1; version++) {
            byte written = version;
            change(snapshot, bytes -> bytes[VERSION_AT] = written);
            if (version >= SnapshotHead.OLDEST_VERSION && version <= SnapshotHead.VERSION) {
                assertEquals(7, store.check(snapshot).head().sequence());
            } else {
                var refused = assertThrows(InvalidSnapshotException.class, () -> store.check(snapshot));
                assertEquals("has version " + version + "; this release reads 2 to 5", refused.getMessage());
            }
        }
    }

    @Test
    void shouldTellHowFarASnapshotIsRead() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = take(store, 7).path();
        List<Long> heard = new ArrayList<>();

        store.check(snapshot, (read, of) -> {
            heard.add(read);
            heard.add(of);
        });

        assertEquals(List.of(Files.size(snapshot), Files.size(snapshot)), heard);
    }

    private static void assertUnusable(SnapshotStore store, Path snapshot, String harm) {
        try (Ledger ledger = new Ledger(6)) {
            assertThrows(InvalidSnapshotException.class, () -> store.load(snapshot, ledger), harm);
        }
        assertThrows(InvalidSnapshotException.class, () -> store.check(snapshot), harm);
    }

    /** A hand that changes a balance can mend the checksum behind it, but then the digest is another one. */
    @Test
    void shouldProveTheDigestAndNotOnlyTheChecksum() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = take(store, 7).path();
        for (byte version : new byte[] {SnapshotHead.VERSION, 4}) {
            change(snapshot, bytes -> {
                bytes[VERSION_AT] = version;
                bytes[SnapshotHead.BYTES] = 1;
            });

            assertEquals(7, store.check(snapshot).head().sequence());
            var found = assertThrows(InvalidSnapshotException.class, () -> store.prove(snapshot));
            assertTrue(found.getMessage().contains("another state"), found::getMessage);
        }
    }

    /** Versions before 4 computed it otherwise: theirs is told anew and never compared. */
    @Test
    void shouldNotCompareTheDigestOfAnOldVersion() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        CheckedSnapshot taken = take(store, 7);
        assertEquals(taken.digest(), store.check(taken.path()).digest(), "this version's is read");

        change(taken.path(), bytes -> {
            bytes[VERSION_AT] = 3;
            bytes[bytes.length - SnapshotWriter.TAIL_BYTES] ^= 1;
        });

        assertEquals(taken.digest(), store.prove(taken.path()).digest());
        assertEquals(taken.digest(), store.check(taken.path()).digest());
    }

    private interface Change {
        void in(byte[] bytes);
    }

    private static void change(Path snapshot, Change change) throws IOException {
        byte[] bytes = Files.readAllBytes(snapshot);
        change.in(bytes);
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - Integer.BYTES);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - Integer.BYTES, (int)
                sum.getValue());
        Files.write(snapshot, bytes);
    }

    @Test
    void shouldForceASnapshotAndTheNamesOfNewDirectories() throws IOException {
        Path data = directory.resolve("data");

        FileEvents events = FileEvents.of(() -> take(new SnapshotStore(data.resolve("snapshots")), 7));

        assertTrue(events.isForced(data.resolve("snapshots/snapshot-0000000000000000007.bks.part")));
        assertTrue(events.isForced(data.resolve("snapshots")));
        assertTrue(events.isForced(data));
        assertTrue(events.isForced(directory));
    }

    @Test
    void shouldReadASnapshotOnceToLoadIt() throws IOException {
        SnapshotStore store = new SnapshotStore(directory);
        Path snapshot = take(store, 7).path();

        FileEvents events = FileEvents.of(() -> {
            try (Ledger ledger = new Ledger(6)) {
                store.load(snapshot, ledger);
            }
        });

        assertEquals(Files.size(snapshot), events.bytesRead(snapshot), Integer.BYTES);
    }

    /** More than is written, and forced, at once. */
    @Test
    void shouldWriteAStateThatIsLargerThanItsChunksAndForceItInSteps() throws IOException {
        byte[] large = new byte[33 << 20];
        new Random(1).nextBytes(large);
        try (Ledger ledger = new Ledger(6)) {
            FrozenState state = ledger.freeze().through(visitor -> {
                visitor.number(-1);
                visitor.bytes(new UnsafeBuffer(large), 0, large.length);
                return visitor;
            });
            SnapshotStore store = new SnapshotStore(new Noting());

            CheckedSnapshot taken = store.take(new SnapshotHead(7, 1_000, 77), state, PieceDigest.onAllProcessors());

            byte[] written = Files.readAllBytes(taken.path());
            int from = SnapshotHead.BYTES + Long.BYTES;
            assertTrue(Arrays.equals(large, 0, large.length, written, from, from + large.length));
            assertEquals(SnapshotStore.bytes(state), written.length);
            assertEquals(taken.digest(), store.prove(taken.path()).digest());
        }
        assertEquals(List.of("force", "force", "force"), steps.subList(1, steps.size() - 2));
    }

    /** A backup, and a journal that is built anew, take a snapshot over. */
    @Test
    void shouldTakeOverASnapshotByteForByteAndForceIt() throws IOException {
        Path elsewhere = directory.resolve("elsewhere");
        CheckedSnapshot other = take(new SnapshotStore(elsewhere), 7);
        byte[] bytes = Files.readAllBytes(other.path());

        CheckedSnapshot adopted = new SnapshotStore(new Noting()).adopt(other);

        String name = "snapshot-0000000000000000007.bks";
        assertEquals(new CheckedSnapshot(directory.resolve(name), other.head(), other.digest()), adopted);
        assertEquals(7, SnapshotStore.sequence(adopted.path()));
        assertTrue(Arrays.equals(bytes, Files.readAllBytes(adopted.path())));
        assertEquals(List.of("create " + name + ".part", "force", "rename to " + name, "force names"), steps);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static CheckedSnapshot take(SnapshotStore store, long sequence) throws IOException {
        try (Ledger ledger = new Ledger(6)) {
            return store.take(
                    new SnapshotHead(sequence, 1_000 + sequence, 77), ledger.freeze(), PieceDigest.onAllProcessors());
        }
    }

    /** Notes what is done. */
    private class Noting extends SnapshotDirectory {
        Noting() {
            super(directory);
        }

        @Override
        protected FileChannel create(Path file) throws IOException {
            steps.add("create " + file.getFileName());
            return super.create(file);
        }

        @Override
        protected void force(FileChannel file) throws IOException {
            steps.add("force");
            super.force(file);
        }

        @Override
        protected void rename(Path from, Path to) throws IOException {
            steps.add("rename to " + to.getFileName());
            super.rename(from, to);
        }

        @Override
        protected void forceNames() throws IOException {
            steps.add("force names");
            super.forceNames();
        }
    }
}
