package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.console.Progress;
import bankroll.tools.rebuild.CopiedJournal.FileCopies;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journal files that are copied while the frames in them are proved. */
class FileCopiesTest {
    private static final int FRAMES = 40;

    @TempDir
    private Path directory;

    private final List<Long> seen = new ArrayList<>();
    private JournalDirectory source;
    private long last;
    private Path target;

    /** Three starts, a file each. */
    @BeforeEach
    void write() throws IOException {
        Frame.Sealer sealer = new Frame.Sealer();
        ExpandableArrayBuffer frame = new ExpandableArrayBuffer(4_096);
        for (int start = 0; start < 3; start++) {
            try (ChronicleJournalStore store =
                    ChronicleJournalStore.open(new JournalContext().directory(directory.resolve("journal")))) {
                for (int i = 0; i < FRAMES; i++) {
                    int length = sealer.seal(frame, 0, 3_000, 0, 1_000);
                    store.journal().append(frame, 0, length, sealer.lastSequence());
                }
            }
        }
        source = new JournalDirectory(directory.resolve("journal"));
        last = source.listedSequence();
        target = Files.createDirectory(directory.resolve("copy"));
    }

    private FileCopies copies(long upTo) throws IOException {
        return new FileCopies(source.filesUpTo(upTo), target, Disk.below(directory));
    }

    private List<ClosedFile> copy(long upTo) throws IOException {
        try (FileCopies copies = copies(upTo)) {
            copies.run(
                    (buffer, offset, length) -> {
                        seen.add(Frame.sequence(buffer, offset));
                        return true;
                    },
                    Progress.none());
            List<ClosedFile> all = copies.await();
            assertEquals(all, copies.done());
            return all;
        }
    }

    @Test
    void shouldHaveTheBytesUpToTheEndAndNothingBehind() throws IOException {
        for (long upTo : new long[] {1, FRAMES, FRAMES + 1, FRAMES + 2, last - 1, last}) {
            target = Files.createDirectory(directory.resolve("copy-" + upTo));
            seen.clear();

            List<ClosedFile> copies = copy(upTo);

            assertEquals(LongStream.rangeClosed(1, upTo).boxed().toList(), seen);
            for (ClosedFile copy : copies) {
                byte[] there = Files.readAllBytes(copy.file().path());
                byte[] wanted = Files.readAllBytes(
                        copy.in(directory.resolve("journal")).file().path());
                wanted = Arrays.copyOf(Arrays.copyOf(wanted, (int) copy.end()), (int) DurableFiles.trimmed(copy.end()));
                assertArrayEquals(wanted, there, copy.toString());
            }
        }
    }

    /** Who deletes the original then must not lose the copy with the power. */
    @Test
    void shouldBringEveryFileAndItsNameToTheDisk() throws IOException {
        Path dump = directory.resolve("forces.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withoutThreshold();
            recording.start();
            copy(last);
            recording.dump(dump);
        }
        Set<String> forced = RecordingFile.readAllEvents(dump).stream()
                .map(event -> event.getString("path"))
                .collect(Collectors.toSet());

        for (ClosedFile file : source.filesUpTo(last)) {
            Path copied = file.in(target).file().path();
            assertTrue(forced.contains(copied.toString()), copied + " in " + forced);
            assertTrue(forced.contains(copied.getParent().toString()), copied.getParent() + " in " + forced);
        }
    }

    @Test
    void shouldSayWhichFileIsNotWhole() throws IOException {
        ClosedFile second = source.filesUpTo(last).get(1);
        try (RandomAccessFile bytes = new RandomAccessFile(second.file().path().toFile(), "rw")) {
            bytes.seek(second.lastPosition() + 100);
            bytes.write(0x55);
        }

        CorruptJournalException damage = assertThrows(CorruptJournalException.class, () -> copy(last));

        assertTrue(damage.getMessage().contains(second.file().name()), damage::getMessage);
        assertEquals(second.lastSequence(), damage.sequence());
        assertEquals(LongStream.range(1, second.lastSequence()).boxed().toList(), seen);
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Path taken = source.filesUpTo(last).get(0).in(target).file().path();
        Files.createDirectories(taken.getParent());
        Files.writeString(taken, "mine");

        assertThrows(UncheckedIOException.class, () -> copy(last));
        assertEquals("mine", Files.readString(taken));
    }
}
