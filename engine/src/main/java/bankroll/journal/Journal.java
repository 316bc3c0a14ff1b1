package bankroll.journal;

import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * The writing end of the journal. Two threads use it: the writer appends, the syncer forces.
 *
 * <p>A {@link JournalFailure} from any method is final: nothing more may be acknowledged, the caller halts the
 * process. Nothing is ever retried: after a failed force the kernel calls pages clean that never reached the disk.
 */
public interface Journal extends AutoCloseable {
    /** Between two looks of {@link #awaitRoom}. */
    long ROOM_NAP_NS = 100_000;

    /**
     * Whether a frame of this length is sure to find its place: it is no longer than a frame may be, and there is room in
     * the file or a next file in reserve. Writer thread. When false the engine answers {@code unavailable} instead of
     * deciding; it may turn true again.
     */
    boolean hasRoom(int length);

    /**
     * Waits for that room, for callers that have nobody to answer: the next file is made ready in the background, and
     * never on a full disk. Writer thread.
     *
     * @param patienceNs after this long it gives up
     * @return whether there is room
     */
    default boolean awaitRoom(int length, long patienceNs) {
        long startNs = System.nanoTime();
        while (!hasRoom(length)) {
            if (System.nanoTime() - startNs > patienceNs) {
                return false;
            }
            LockSupport.parkNanos(ROOM_NAP_NS);
        }
        return true;
    }

    /**
     * Appends one sealed frame with one bulk copy, and reads it back before it returns. Writer thread.
     *
     * <p>After the return the frame survives a killed process, and readers see it; a power cut it survives only after
     * {@link #force()}.
     *
     * @param frame the buffer that holds the frame; a heap buffer is the fast case.
     * @param length the frame's total length, at most {@link Frame#MAX_LENGTH}.
     * @param sequence the frame's sequence: the last appended plus one.
     * @throws JournalFailure when the bytes are not in the file; halt.
     */
    void append(DirectBuffer frame, int offset, int length, long sequence);

    /**
     * Brings everything that was appended before this call to the disk. Syncer thread; blocks for the time of an
     * fdatasync while the writer goes on.
     *
     * @return the highest sequence known to be on disk.
     * @throws JournalFailure when the disk refused; halt.
     */
    long force();

    /** The sequence appended last; any thread. */
    long lastAppended();

    /** The highest sequence known to be on disk; any thread. */
    long lastForced();

    /** Forces what is left and closes, when neither the writer nor the syncer is at work any more. */
    @Override
    void close();
}
