package bankroll.journal.files;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalContext.SyncPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The forced mark: the highest sequence known to be on disk, so that a start can tell a torn tail from damage.
 *
 * <p>It is stored into a mapped page after each force, which costs no system call, and is exact after a killed process.
 * The page itself is forced a few times a second, so that after a power cut the mark is a little old, never too high:
 * it is only written once the frames are on disk. Two slots in turn, each with its CRC, outlive a torn page.
 *
 * <p>Beside it stands, only as information, the last sequence appended: after a power cut it tells how much was lost
 * that had never been promised. And the sync policy of the process that began it, for tools that read it later.
 */
public final class ForcedMark implements AutoCloseable {
    /** Name of its file in the journal directory. */
    public static final String FILE = "forced.mark";

    private static final int MAGIC = 0x314D4B42;
    private static final int LENGTH = 4096;
    private static final int SLOT_DISTANCE = 512;
    private static final int COUNTER = 8;
    private static final int SEQUENCE = 16;
    private static final int CRC = 24;
    private static final int SLOT_LENGTH = 28;
    private static final int APPENDED = 2048;
    private static final int POLICY = 2056;
    private static final int MAX_POLICY_LENGTH = 64;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final FileChannel channel;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer page;
    private final CRC32C checksum = new CRC32C();
    private final byte[] slot = slot(1, 0);
    private final UnsafeBuffer slotBuffer = new UnsafeBuffer(slot);
    private long counter = 1;

    /**
     * What a mark said.
     *
     * @param forced the highest sequence known to be on disk.
     * @param appended the highest sequence known to have been appended; information only.
     * @param syncPolicy of the process that began the mark, as written in the configuration; empty when it isn't known.
     */
    public record Reading(long forced, long appended, String syncPolicy) {
        /** Without a policy. */
        public Reading(long forced, long appended) {
            this(forced, appended, "");
        }
    }

    private ForcedMark(FileChannel channel) throws IOException {
        this.channel = channel;
        this.mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
        this.page = new UnsafeBuffer(mapping);
    }

    /** Begins the mark anew at this sequence, with the blocks it needs and on disk. */
    public static ForcedMark create(Path journal, long sequence, SyncPolicy policy) throws IOException {
        byte[] first = new byte[LENGTH];
        UnsafeBuffer page = new UnsafeBuffer(first);
        page.putBytes(SLOT_DISTANCE, slot(1, sequence));
        page.putLong(APPENDED, sequence, ORDER);
        page.putStringAscii(POLICY, policy.toString(), ORDER);
        DurableFiles.replace(journal.resolve(FILE), first);
        FileChannel channel =
                FileChannel.open(journal.resolve(FILE), StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new ForcedMark(channel);
    }

    /**
     * Reads a mark; null when there is none.
     *
     * @throws CorruptJournalException when neither slot is good.
     */
    public static Reading read(Path journal) throws IOException {
        Path file = journal.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] bytes = Files.readAllBytes(file);
        UnsafeBuffer page = new UnsafeBuffer(Arrays.copyOf(bytes, LENGTH));
        long newest = Math.max(counterOf(page, 0), counterOf(page, SLOT_DISTANCE));
        if (newest == 0) {
            throw new CorruptJournalException(
                    FILE,
                    0,
                    0,
                    FrameFault.NONE,
                    "no slot is good; nothing has to be done: a start makes it anew where all that was written is whole");
        }
        int slot = counterOf(page, 0) == newest ? 0 : SLOT_DISTANCE;
        return new Reading(page.getLong(slot + SEQUENCE, ORDER), page.getLong(APPENDED, ORDER), policy(page));
    }

    /** Information only: what makes no sense is no reason to refuse anything. */
    private static String policy(UnsafeBuffer page) {
        int length = page.getInt(POLICY, ORDER);
        return length < 1 || length > MAX_POLICY_LENGTH ? "" : page.getStringAscii(POLICY, ORDER);
    }

    private static long counterOf(UnsafeBuffer page, int slot) {
        CRC32C checksum = new CRC32C();
        checksum.update(page.byteArray(), slot, CRC);
        boolean good = page.getInt(slot, ORDER) == MAGIC && page.getInt(slot + CRC, ORDER) == (int) checksum.getValue();
        return good ? page.getLong(slot + COUNTER, ORDER) : 0;
    }

    /** Everything up to this sequence is on disk; one thread at a time. */
    public void forced(long sequence) {
        counter++;
        slotBuffer.putLong(COUNTER, counter, ORDER);
        slotBuffer.putLong(SEQUENCE, sequence, ORDER);
        checksum.reset();
        checksum.update(slot, 0, CRC);
        slotBuffer.putInt(CRC, (int) checksum.getValue(), ORDER);
        page.putBytes((int) (counter & 1) * SLOT_DISTANCE, slot);
    }

    private static byte[] slot(long counter, long sequence) {
        UnsafeBuffer slot = new UnsafeBuffer(new byte[SLOT_LENGTH]);
        slot.putInt(0, MAGIC, ORDER);
        slot.putLong(COUNTER, counter, ORDER);
        slot.putLong(SEQUENCE, sequence, ORDER);
        CRC32C checksum = new CRC32C();
        checksum.update(slot.byteArray(), 0, CRC);
        slot.putInt(CRC, (int) checksum.getValue(), ORDER);
        return slot.byteArray();
    }

    /** This sequence was appended; writer thread. */
    public void appended(long sequence) {
        page.putLongOrdered(APPENDED, sequence);
    }

    /** Brings the mark to the disk; any thread. */
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public void close() {
        page.wrap(ByteBuffer.allocate(LENGTH));
        BufferUtil.free(mapping);
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("can't close the forced mark", e);
        }
    }
}
