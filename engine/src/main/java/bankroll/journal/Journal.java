package bankroll.journal;

import org.agrona.DirectBuffer;

/**
 * The writing end of the journal. Two threads use it: the writer appends, the syncer forces.
 *
 * <p>A {@link JournalFailure} from any method is final: nothing more may be acknowledged, the caller halts the
 * process. Nothing is ever retried: after a failed force the kernel calls pages clean that never reached the disk.
 */
public interface Journal extends AutoCloseable {

    /**
     * Whether a frame of this length is sure to find its place: room in the file, or a next file in reserve. Writer
     * thread. When false the engine answers {@code unavailable} instead of deciding; it may turn true again.
     */
    boolean hasRoom(int length);

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
