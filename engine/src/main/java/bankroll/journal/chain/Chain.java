package bankroll.journal.chain;

import bankroll.journal.ChainHead;
import bankroll.journal.Frame;
import bankroll.protocol.BytePieces;
import bankroll.protocol.Sha256;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Computes the chain frame by frame, and holds the values that the frames themselves carry against it. It remembers the
 * newest 65,536 values, which is what a frame may carry that was written while the sealer was behind. One thread.
 */
public final class Chain {
    private static final int REMEMBERED_MAX = 1 << 16;
    private static final int REMEMBERED_MIN = 1 << 6;

    private final MessageDigest sha = Sha256.create();
    private final byte[] value = new byte[ChainHead.BYTES];
    private final byte[] carried = new byte[ChainHead.BYTES];
    private final BytePieces pieces = new BytePieces(sha::update);
    private final long start;
    private byte[] recent = new byte[REMEMBERED_MIN * ChainHead.BYTES];
    private int remembered = REMEMBERED_MIN;
    private long sequence;
    private long carriedCount;

    /** Goes on behind a known value. */
    public Chain(ChainHead head) {
        start = head.sequence();
        sequence = start;
        System.arraycopy(head.value(), 0, value, 0, value.length);
        remember();
    }

    /**
     * Adds the next frame.
     *
     * @return false when it carries a value that is not the chain's.
     */
    public boolean add(DirectBuffer buffer, int offset, int length) {
        boolean agrees = agrees(buffer, offset);
        sha.update(value);
        pieces.feed(buffer, offset, length);
        finish();
        sequence++;
        remember();
        return agrees;
    }

    /** Sequence of the frame added last. */
    public long sequence() {
        return sequence;
    }

    /** How many frames carried a value that could be compared. */
    public long carriedCount() {
        return carriedCount;
    }

    /** Where the chain stands. */
    public ChainHead head() {
        return new ChainHead(sequence, value.clone());
    }

    private boolean agrees(DirectBuffer buffer, int offset) {
        long of = Frame.chainSequence(buffer, offset);
        if (of < 0 || of > sequence) {
            return false;
        }
        if (of == 0 || of < start || of <= sequence - remembered) {
            return true;
        }
        carriedCount++;
        Frame.chain(buffer, offset, carried);
        int at = place(of, remembered);
        return Arrays.equals(carried, 0, carried.length, recent, at, at + carried.length);
    }

    private void finish() {
        try {
            sha.digest(value, 0, value.length);
        } catch (DigestException e) {
            throw new IllegalStateException("32 bytes are room for SHA-256", e);
        }
    }

    private void remember() {
        if (sequence - start == remembered && remembered < REMEMBERED_MAX) {
            grow();
        }
        System.arraycopy(value, 0, recent, place(sequence, remembered), value.length);
    }

    private void grow() {
        int larger = remembered * 2;
        byte[] moved = new byte[larger * ChainHead.BYTES];
        for (long of = start; of < sequence; of++) {
            System.arraycopy(recent, place(of, remembered), moved, place(of, larger), value.length);
        }
        recent = moved;
        remembered = larger;
    }

    private static int place(long of, int slots) {
        return (int) (of & (slots - 1)) * ChainHead.BYTES;
    }
}
