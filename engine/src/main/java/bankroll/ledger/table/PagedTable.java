package bankroll.ledger.table;

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of one size in pages off the heap. A page never moves and is never copied when the table grows, so growing
 * costs one page at a time (architecture: the writer never waits for a table that grows). Zeroed when new; page starts
 * are aligned to cache lines.
 *
 * <p>One thread. {@link #close} gives the memory back; using the table afterwards is a defect.
 */
public final class PagedTable implements AutoCloseable {
    /** Bytes of a cache line. */
    private static final int LINE = 64;

    private static final int FIRST_PAGES = 16;

    private final int recordBytes;
    private final int pageShift;
    private final int pageMask;
    private UnsafeBuffer[] pages = new UnsafeBuffer[FIRST_PAGES];
    private long[] addresses = new long[FIRST_PAGES];
    private int pageCount;
    private int size;

    /**
     * An empty table.
     *
     * @param recordBytes bytes of a record, a multiple of 8
     * @param recordsPerPage a power of two
     */
    public PagedTable(int recordBytes, int recordsPerPage) {
        if (recordBytes % 8 != 0 || Integer.bitCount(recordsPerPage) != 1) {
            throw new IllegalArgumentException("records of a multiple of 8 bytes, a power of two of them a page");
        }
        this.recordBytes = recordBytes;
        pageShift = Integer.numberOfTrailingZeros(recordsPerPage);
        pageMask = recordsPerPage - 1;
    }

    /** How many records there are. */
    public int size() {
        return size;
    }

    /** Bytes of memory held. */
    public long memoryBytes() {
        return (long) pageCount * (pageBytes() + LINE);
    }

    /** Appends a record of zeros and tells its number. */
    public int append() {
        if (size == Integer.MAX_VALUE) {
            throw new IllegalStateException("a table holds at most " + Integer.MAX_VALUE + " records");
        }
        if (size >>> pageShift == pageCount) {
            addPage();
        }
        return size++;
    }

    /** The page of a record. */
    public UnsafeBuffer page(int record) {
        return pages[record >>> pageShift];
    }

    /** Where the record starts in its page. */
    public int offset(int record) {
        return (record & pageMask) * recordBytes;
    }

    /** Gives each page's used part, in order, to the visitor: the table's whole content. */
    void visit(StateVisitor visitor) {
        visitor.section(recordBytes, size);
        for (int page = 0; page < pageCount; page++) {
            int records = Math.min(size - (page << pageShift), pageMask + 1);
            visitor.bytes(pages[page], 0, records * recordBytes);
        }
    }

    /** Fills an empty table from what {@link #visit} gave. */
    void load(StateSource source) {
        int records = source.section(recordBytes);
        while (pageCount << pageShift < records) {
            addPage();
        }
        size = records;
        for (int page = 0; page < pageCount; page++) {
            source.bytes(pages[page], 0, Math.min(size - (page << pageShift), pageMask + 1) * recordBytes);
        }
    }

    @Override
    public void close() {
        for (int page = 0; page < pageCount; page++) {
            UnsafeApi.freeMemory(addresses[page]);
        }
        pageCount = 0;
        size = 0;
        pages = new UnsafeBuffer[0];
    }

    private void addPage() {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
            addresses = Arrays.copyOf(addresses, pageCount * 2);
        }
        long address = UnsafeApi.allocateMemory(pageBytes() + LINE);
        UnsafeApi.setMemory(address, pageBytes() + LINE, (byte) 0);
        addresses[pageCount] = address;
        pages[pageCount++] = new UnsafeBuffer(address + LINE - 1 & -LINE, pageBytes());
    }

    private int pageBytes() {
        return recordBytes << pageShift;
    }
}
