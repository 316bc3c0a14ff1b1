package bankroll.gateway.watch;

import bankroll.journal.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How long a disk takes to keep what is written, measured as the journal writes: a page, and a force of its data. A file of its
 * own, which has no name while it is measured: whoever ends the process leaves nothing of it.
 *
 * @param medianUs microseconds of a force, half of them took less
 * @param slowUs one in a hundred took longer
 * @param bytesPerSecond of a larger piece, with its force
 */
record DiskProbe(long medianUs, long slowUs, long bytesPerSecond) {
    private static final int PAGE = 4096;
    private static final int FORCES = 200;
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int PIECE = 1 << 20;
    private static final int PIECES = 32;

    /** Bytes that it needs for a moment. */
    static final long BYTES = (long) PIECE * PIECES;

    /** Measures in a directory. */
    @FunctionalInterface
    interface Measurement {
        /** Of the disk that the directory is on. */
        DiskProbe of(Path directory) throws IOException;
    }

    /** Measures in this directory; takes a second, on a slow disk five. */
    static DiskProbe of(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, ".doctor-", ".tmp", OwnerOnly.file(directory));
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.WRITE))) {
            Files.delete(file);
            long bytesPerSecond = throughput(channel);
            long[] forcesNs = forces(channel);
            return new DiskProbe(
                    us(forcesNs[forcesNs.length / 2]), us(forcesNs[forcesNs.length * 99 / 100]), bytesPerSecond);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static long throughput(FileChannel channel) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        long startNs = System.nanoTime();
        for (int i = 0; i < PIECES; i++) {
            piece.clear();
            channel.write(piece, (long) i * PIECE);
        }
        channel.force(true);
        return BYTES * 1_000_000_000L / Math.max(1, System.nanoTime() - startNs);
    }

    /** Each page is another one and other bytes: a force has something to do. */
    private static long[] forces(FileChannel channel) throws IOException {
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        long[] took = new long[FORCES];
        long endNs = System.nanoTime() + MOST_NS;
        int count = 0;
        while (count < FORCES && (count == 0 || System.nanoTime() - endNs < 0)) {
            page.clear().putInt(0, count + 1);
            channel.write(page, (long) count * PAGE);
            long startNs = System.nanoTime();
            channel.force(false);
            took[count++] = System.nanoTime() - startNs;
        }
        long[] sorted = Arrays.copyOf(took, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private static long us(long ns) {
        return TimeUnit.NANOSECONDS.toMicros(ns);
    }
}
