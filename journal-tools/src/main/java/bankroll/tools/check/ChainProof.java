package bankroll.tools.check;

import bankroll.journal.ChainHead;
import bankroll.journal.Frame;
import bankroll.tools.read.FrameHandler;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The tamper-evidence chain: c(n) = SHA-256(c(n-1) and the bytes of frame n), c(0) = 32 zero bytes. Whoever noted c(n)
 * yesterday can prove today that entries 1 to n are the same. Also holds the values that the frames themselves carry
 * against it. One thread.
 */
public final class Chain implements FrameHandler {
    private static final int REMEMBERED = 1 << 16;

    private final MessageDigest sha = sha256();
    private final byte[] value = new byte[Frame.CHAIN_LENGTH];
    private final byte[] recent = new byte[REMEMBERED * Frame.CHAIN_LENGTH];
    private final byte[] carried = new byte[Frame.CHAIN_LENGTH];
    private final byte[] frame = new byte[1 << 16];
    private long sequence;
    private long carriedCount;
    private long firstContradiction;
    private ChainHead wanted;
    private boolean isWantedSeen;

    /** Starts behind a known value; 0 and zeros at the journal's beginning. */
    public Chain startAfter(final ChainHead head) {
        sequence = head.sequence();
        System.arraycopy(head.value(), 0, value, 0, value.length);
        remember();
        return this;
    }

    /** Checks on the way that the chain has this value at its sequence. */
    public Chain expect(final ChainHead head) {
        wanted = head;
        checkExpectation();
        return this;
    }

    @Override
    public boolean onFrame(final DirectBuffer buffer, final int offset, final int length) {
        checkCarried(buffer, offset);
        sha.update(value);
        update(buffer, offset, length);
        finish();
        sequence = Frame.sequence(buffer, offset);
        remember();
        return true;
    }

    /** Where the chain stands. */
    public ChainHead head() {
        return new ChainHead(sequence, value.clone());
    }

    /** The first frame that carries a value which is not the chain's; 0 when all agree. */
    public long firstContradiction() {
        return firstContradiction;
    }

    /** How many frames carried a value that could be checked. */
    public long carriedCount() {
        return carriedCount;
    }

    /** Whether the expected value was met; false also when the journal ends before it. */
    public boolean isExpectationMet() {
        return isWantedSeen;
    }

    private void checkCarried(final DirectBuffer buffer, final int offset) {
        final long of = Frame.chainSequence(buffer, offset);
        if (of == 0 || of > sequence || of <= sequence - REMEMBERED) {
            if (of > sequence) {
                contradict(buffer, offset);
            }
            return;
        }
        Frame.chain(buffer, offset, carried);
        carriedCount++;
        final int at = place(of);
        if (!Arrays.equals(carried, 0, carried.length, recent, at, at + carried.length)) {
            contradict(buffer, offset);
        }
    }

    private void contradict(final DirectBuffer buffer, final int offset) {
        if (firstContradiction == 0) {
            firstContradiction = Frame.sequence(buffer, offset);
        }
    }

    private void update(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] array = buffer.byteArray();
        if (array != null) {
            sha.update(array, buffer.wrapAdjustment() + offset, length);
            return;
        }
        for (int done = 0; done < length; done += frame.length) {
            final int part = Math.min(frame.length, length - done);
            buffer.getBytes(offset + done, frame, 0, part);
            sha.update(frame, 0, part);
        }
    }

    private void finish() {
        try {
            sha.digest(value, 0, value.length);
        } catch (final java.security.DigestException e) {
            throw new IllegalStateException("32 bytes are room for SHA-256", e);
        }
    }

    private void remember() {
        System.arraycopy(value, 0, recent, place(sequence), value.length);
        checkExpectation();
    }

    private void checkExpectation() {
        if (wanted != null && wanted.sequence() == sequence) {
            isWantedSeen = Arrays.equals(wanted.value(), value);
        }
    }

    private static int place(final long sequence) {
        return (int) (sequence & REMEMBERED - 1) * Frame.CHAIN_LENGTH;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
