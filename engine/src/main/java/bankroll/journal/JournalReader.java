package bankroll.journal;

import org.agrona.DirectBuffer;

/**
 * Reads frames in order, each one checked: layout, CRC, sequence, link to the frame before. One thread per reader.
 *
 * <p>The frame is read where it lies in the mapped file. Buffer, offset and length are good until the next call of
 * {@link #next()} or {@link #close()}; what must live longer is copied by the caller.
 */
public interface JournalReader extends AutoCloseable {
    /** No frame. */
    int NONE = -1;

    /**
     * Moves to the next frame.
     *
     * @return false at the tail. A reader of a live journal may call again later and goes on when there is more.
     * @throws CorruptJournalException when what stands there is not the next frame.
     */
    boolean next();

    /** The buffer that holds the current frame. */
    DirectBuffer buffer();

    /** Where the current frame starts in {@link #buffer()}. */
    int offset();

    /** Total length of the current frame. */
    int length();

    /** Sequence of the current frame; before the first {@link #next()} the one before the first to be read. */
    long sequence();

    /** Where the current frame stands, for messages: file and byte. */
    String place();

    /**
     * Where the frame stands in {@link #buffer()} that follows the one at this offset, whole and good by its CRC: a look ahead.
     * Whether it is the next of the journal is for {@link #next()} to say. {@link #NONE} where that isn't known yet.
     */
    default int following(int frame) {
        return NONE;
    }

    @Override
    void close();
}
