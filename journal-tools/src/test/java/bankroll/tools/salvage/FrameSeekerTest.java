package bankroll.tools.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in a file of frames, short ones and long ones, of which the disk doesn't give all. */
class FrameSeekerTest {
    private static final int FRAMES = 300;
    private static final int LONG = 1_000_000;
    private static final int LONGEST = Frame.MAX_LENGTH - Frame.MIN_LENGTH;
    private static final int SHORT = 600;
    private static final int SECTOR = 512;

    @TempDir
    Path temporary;

    private final List<Long> positions = new ArrayList<>();
    private Path path;
    private long size;

    @BeforeEach
    void write() throws IOException {
        path = temporary.resolve("frames.bkf");
        Frame.Sealer sealer = new Frame.Sealer();
        ExpandableArrayBuffer frame = new ExpandableArrayBuffer(Frame.MAX_LENGTH);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 1; i <= FRAMES; i++) {
                frame.setMemory(Frame.HEADER_LENGTH, command(i), (byte) i);
                int length = sealer.seal(frame, 0, command(i), 0, 1_000 + i);
                positions.add(file.position());
                file.write(ByteBuffer.wrap(frame.byteArray(), 0, length));
            }
            size = file.size();
        }
    }

    private static int command(int sequence) {
        if (sequence == FRAMES) {
            return LONGEST;
        }
        return sequence % 20 == 0 ? LONG : SHORT;
    }

    @Test
    void shouldFindEveryFrameAndWhereItStands() {
        try (FrameSeeker frames = new FrameSeeker(path, 0)) {
            for (int i = 0; i < FRAMES; i++) {
                assertTrue(frames.next());
                assertEquals(i + 1, frames.sequence());
                assertEquals(positions.get(i), frames.position());
                assertEquals(i + 1 < FRAMES ? positions.get(i + 1) : size, frames.end());
            }
            assertFalse(frames.next());
            assertEquals(List.of(), frames.unreadable());
        }
    }

    /** A mapped page of it would have ended the process. */
    @Test
    void shouldFindAllButWhatStandsInABlockThatTheDiskDoesNotGive() throws IOException {
        for (int lost : new int[] {1, 19, 20, 21, 177, FRAMES - 1, FRAMES}) {
            long sector = (positions.get(lost - 1) + 90) / SECTOR * SECTOR;
            long block = sector - sector % 4096;

            try (FrameSeeker frames = without(sector, SECTOR)) {
                List<Long> found = found(frames);

                assertEquals(intact(block, block + 4096), found);
                assertEquals(List.of(new Unreadable(path, block, Math.min(size, block + 4096))), frames.unreadable());
            }
        }
    }

    @Test
    void shouldTellSeveralBlocksInOnePieceAndPartsOfAFileOneByOne() throws IOException {
        long first = 40_960;
        long second = 3 << 20;

        try (FrameSeeker frames = new FrameSeeker(
                window((from, to) -> overlaps(from, to, first, 9_000) || overlaps(from, to, second, 1)), 0)) {
            found(frames);

            assertEquals(
                    List.of(new Unreadable(path, first, first + 12_288), new Unreadable(path, second, second + 4096)),
                    frames.unreadable());
        }
    }

    /** As a live journal's file, whose reserve is cut off when it is full. */
    @Test
    void shouldFindWhatIsLeftOfAFileThatBecomesShorter() throws IOException {
        try (FrameSeeker frames = new FrameSeeker(path, 0);
                FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(positions.get(99) + 50);

            assertEquals(LongStream.rangeClosed(1, 99).boxed().toList(), found(frames));
            assertEquals(List.of(), frames.unreadable());
        }
    }

    private static List<Long> found(FrameSeeker frames) {
        List<Long> found = new ArrayList<>();
        while (frames.next()) {
            found.add(frames.sequence());
        }
        return found;
    }

    private List<Long> intact(long from, long to) {
        List<Long> intact = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            long end = i + 1 < FRAMES ? positions.get(i + 1) : size;
            if (end <= from || positions.get(i) >= to) {
                intact.add(i + 1L);
            }
        }
        return intact;
    }

    private FrameSeeker without(long position, int length) throws IOException {
        return new FrameSeeker(window((from, to) -> overlaps(from, to, position, length)), 0);
    }

    private static boolean overlaps(long from, long to, long position, int length) {
        return from < position + length && to > position;
    }

    /** Whether a read of these bytes fails. */
    private interface Fault {
        boolean hits(long from, long to);
    }

    private FileWindow window(Fault fault) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new FileWindow(path, channel, (into, position) -> {
            if (fault.hits(position, position + into.remaining())) {
                throw new IOException("Input/output error");
            }
            return channel.read(into, position);
        });
    }
}
