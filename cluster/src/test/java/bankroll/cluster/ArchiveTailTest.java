package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import io.aeron.ExclusivePublication;
import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.aeron.archive.codecs.SourceLocation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a power cut leaves of Aeron's archive is cut where it is no longer whole; what was on disk once is never cut. */
class ArchiveTailTest {
    private static final int STREAM = ArchiveTail.LOG_STREAM;
    private static final int SEGMENT = Running.SEGMENT;
    private static final int MESSAGE = 20_000;
    private static final int MESSAGES = 90;
    private static final int PAGE = 4_096;
    /** As a cluster's log may have them: a page can lie within one. */
    private static final int DATAGRAM = 16_384;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    private static Path stopped;
    private static long written;

    private Path file;

    /** An archive that was copied while it recorded, as a killed process leaves it. */
    @BeforeAll
    static void recordAndCopy() throws IOException {
        Path running = shared.resolve("running");
        stopped = shared.resolve("stopped");
        try (Running node = new Running(running)) {
            ExclusivePublication log =
                    node.aeron.addExclusivePublication("aeron:ipc?term-length=4m|mtu=" + DATAGRAM, STREAM);
            node.archive.startRecording("aeron:ipc", STREAM, SourceLocation.LOCAL);
            while (node.archive.findLastMatchingRecording(0, "", STREAM, log.sessionId()) < 0) {
                Thread.onSpinWait();
            }
            byte[] message = new byte[MESSAGE];
            new Random(7).nextBytes(message);
            for (int sent = 0; sent < MESSAGES; ) {
                written = Math.max(written, log.offer(new UnsafeBuffer(message)));
                sent = (int) (written / (MESSAGE + 2 * 32));
            }
            while (node.archive.getMaxRecordedPosition(0) < written) {
                Thread.onSpinWait();
            }
            copy(running, stopped);
        }
    }

    @BeforeEach
    void copyIt() throws IOException {
        copy(stopped, own);
        file = own.resolve("0-0.rec");
    }

    @Test
    void shouldCutNothingOfWhatIsWhole() throws Exception {
        byte[] before = Files.readAllBytes(file);

        new ArchiveTail(own, true).mend();

        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals(written, stopPosition());
    }

    @Test
    void shouldCutBeforeThePageThatWasNotWritten() throws Exception {
        long fragment = beginOfFragment(written - 300_000);
        erase(pageWithin(fragment), PAGE);

        new ArchiveTail(own, true).mend();

        assertEquals(fragment, stopPosition());
        assertEquals(SEGMENT, Files.size(file));
        assertEquals(0, sum(fragment), "what lay behind is gone");
    }

    @Test
    void shouldCutWhereTheHeadIsMissing() throws Exception {
        long fragment = beginOfFragment(written - 200_000);
        erase(fragment, 100);

        new ArchiveTail(own, true).mend();

        assertEquals(fragment, stopPosition());
        assertEquals(0, sum(fragment), "what lay behind is gone");
    }

    @Test
    void shouldCutTheLastFragmentThatWasBegun() throws Exception {
        long fragment = beginOfFragment(written - 1);
        erase(written - 1_000, 1_000);

        new ArchiveTail(own, true).mend();

        assertEquals(fragment, stopPosition());
    }

    @Test
    void shouldCutAlsoBeforeThingsWrittenLongAfterWhereNothingIsForced() throws Exception {
        long fragment = beginOfFragment(100_000);
        erase(pageWithin(fragment), PAGE);

        assertEquals(
                ExitCode.DAMAGE,
                assertThrows(ConditionException.class, new ArchiveTail(own, true)::mend)
                        .exitCode());
        new ArchiveTail(own, false).mend();

        assertEquals(fragment, stopPosition());
    }

    @Test
    void shouldRefuseABitThatTurnedOverAndNameTheFile() throws Exception {
        byte[] before = flip(written - 1_500);

        ConditionException refused = assertThrows(ConditionException.class, new ArchiveTail(own, true)::mend);

        assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
        assertTrue(refused.getMessage().contains("cluster seed"), refused.getMessage());
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void shouldRefuseAHeadThatWasChanged() throws Exception {
        flip(beginOfFragment(written - 200_000) + 1);

        assertThrows(ConditionException.class, new ArchiveTail(own, true)::mend);
    }

    @Test
    void shouldLeaveARecordingAloneThatWasStoppedInOrder() throws Exception {
        assertEquals(written, stopPosition());
        erase(written - 1_000, 1_000);
        byte[] before = Files.readAllBytes(file);

        new ArchiveTail(own, true).mend();

        assertArrayEquals(before, Files.readAllBytes(file));
    }

    /** A leader that comes back throws away what nobody else has: a kill leaves it where the catalog says so, and no file does. */
    @Test
    void shouldGoOnWhereALogWasShortenedThoughAKillHasLeftItsFiles() throws Exception {
        long end = beginOfFragment(stopInOrder() - 300_000);
        Path later = own.resolve("0-" + SEGMENT + ".rec");
        Files.copy(file, later);
        byte[] kept = Arrays.copyOf(Files.readAllBytes(file), (int) end);
        shortenInTheCatalog(end);

        new ArchiveTail(own, true).mend();

        assertFalse(Files.exists(later), "entries behind the end");
        assertEquals(SEGMENT, Files.size(file));
        assertEquals(0, sum(end), "what lay behind is gone");
        assertArrayEquals(kept, Arrays.copyOf(Files.readAllBytes(file), (int) end));
        assertEquals(end, stopPosition());
    }

    @Test
    void shouldDeleteNothingBehindALogThatEndsWithItsFile() throws Exception {
        stopInOrder();
        Path next = own.resolve("0-" + SEGMENT + ".rec");
        Files.write(next, new byte[SEGMENT]);
        byte[] before = Files.readAllBytes(file);
        shortenInTheCatalog(SEGMENT);

        new ArchiveTail(own, true).mend();

        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals(SEGMENT, Files.size(next));
    }

    /** The start of its archive gives the recording its end. */
    private long stopInOrder() {
        return stopPosition();
    }

    /** As Aeron does first when it shortens one. */
    private void shortenInTheCatalog(long end) throws IOException {
        Path catalog = own.resolve(ArchiveTail.CATALOG);
        UnsafeBuffer bytes = new UnsafeBuffer(Files.readAllBytes(catalog));
        int recording = CatalogHeaderDecoder.BLOCK_LENGTH + RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;
        bytes.putLong(
                recording + RecordingDescriptorDecoder.stopPositionEncodingOffset(), end, ByteOrder.LITTLE_ENDIAN);
        Files.write(catalog, bytes.byteArray());
    }

    /** Its last block may be in memory alone, and the others are told of it as of what is on disk. */
    @Test
    void shouldBringToTheDiskWhatAKillHasLeft() throws Exception {
        String forced = forcedByMending();

        assertTrue(forced.contains(file.toString()), forced);
    }

    @Test
    void shouldBringToTheDiskThatALogWasShortened() throws Exception {
        shortenInTheCatalog(beginOfFragment(stopInOrder() - 300_000));

        String forced = forcedByMending();

        assertTrue(forced.contains(file + ">"), forced);
        assertTrue(forced.contains(own + ">"), forced);
    }

    /** The files and directories that a process forces which mends. */
    private String forcedByMending() throws Exception {
        Path forced = shared.resolve("forced");
        List<String> strace = List.of("strace", "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", forced.toString());
        assumeTrue(isDone(strace, "true"), "skipped: needs the program strace");
        assertTrue(isDone(
                strace,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-cp",
                System.getProperty("java.class.path"),
                Mending.class.getName(),
                own.toString()));
        return Files.readString(forced);
    }

    private static boolean isDone(List<String> around, String... command) throws InterruptedException {
        List<String> all = Stream.concat(around.stream(), Stream.of(command)).toList();
        try {
            return new ProcessBuilder(all)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    /** A process that mends, for whoever watches its system calls. */
    static final class Mending {
        private Mending() {}

        public static void main(String[] arguments) {
            new ArchiveTail(Path.of(arguments[0]), true).mend();
        }
    }

    @Test
    void shouldHaveNothingToDoBeforeThereIsAnArchive() {
        new ArchiveTail(own.resolve("none"), true).mend();
    }

    /** What Aeron takes for its end; afterwards the recording has one. */
    private long stopPosition() {
        try (Running node = new Running(own)) {
            return node.archive.getStopPosition(0);
        }
    }

    private long beginOfFragment(long within) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            long at = 0;
            while (true) {
                bytes.seek(at);
                long next = at + (Integer.reverseBytes(bytes.readInt()) + 31) / 32 * 32;
                if (next > within) {
                    return at;
                }
                at = next;
            }
        }
    }

    /** The first page that begins behind a fragment's head, and holds no other head: the fragment is longer than two. */
    private static long pageWithin(long fragment) {
        return (fragment / PAGE + 1) * PAGE;
    }

    private void erase(long at, int count) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            bytes.write(new byte[count]);
        }
    }

    private byte[] flip(long at) throws IOException {
        byte[] all = Files.readAllBytes(file);
        all[(int) at] ^= 4;
        Files.write(file, all);
        return all;
    }

    private int sum(long from) throws IOException {
        int sum = 0;
        byte[] all = Files.readAllBytes(file);
        for (int i = (int) from; i < all.length; i++) {
            sum |= all[i];
        }
        return sum;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path each : files.toList()) {
                if (each.toString().matches(".*(catalog|rec)")) {
                    Files.copy(each, to.resolve(each.getFileName()));
                }
            }
        }
    }
}
