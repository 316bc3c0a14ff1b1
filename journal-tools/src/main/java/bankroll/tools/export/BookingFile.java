package bankroll.tools.export;

import bankroll.tools.entry.Item;
import java.io.IOException;

/** One file of bookings being written. One thread. */
interface BookingFile extends AutoCloseable {

    /** Adds one booking. */
    void add(Item item) throws IOException;

    /** Cells that were changed so that a spreadsheet takes them for text. */
    long guardedCells();

    /** Completes the file. */
    @Override
    void close() throws IOException;
}
