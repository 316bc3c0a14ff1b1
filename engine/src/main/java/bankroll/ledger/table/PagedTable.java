package bankroll.ledger.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of one size in pages off the heap. A page never moves and is never copied when the table grows, so growing
 * costs one page at a time (architecture: the writer never waits for a table that grows). Zeroed when new; page starts
 * are aligned to cache lines.
 *
 * <p>{@link #freeze} hands out the content as it is, for a snapshot: from then on a page is copied when it is first
 * written to, so the frozen content stays while the table goes on (ADR 7).
 *
 * <p>One thread, but for the reading of a frozen content. {@link #close} gives the memory back; using the table
 * afterwards is a defect.
 */
public final class PagedTable implements AutoCloseable {
    /** Bytes of a cache line. */
    private static final int LINE = 64;

    private static final int FIRST_PAGES = 16;

    private final int recordBytes;
    private final int pageShift;
    private final int pageMask;
    private final List<UnsafeBuffer> retired = new ArrayList<>();
    private UnsafeBuffer[] pages = new UnsafeBuffer[FIRST_PAGES];
    private int[] ownedSince = new int[FIRST_PAGES];
    private int freezes;
    private boolean frozen;
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

    /** The page of a record, to read. */
    public UnsafeBuffer page(int record) {
        return pages[record >>> pageShift];
    }

    /** The page of a record, to write: its own copy while the content is frozen. */
    public UnsafeBuffer own(int record) {
        int page = record >>> pageShift;
        if (frozen && ownedSince[page] != freezes) {
            thaw(page);
        }
        return pages[page];
    }

    /** Where the record starts in its page. */
    public int offset(int record) {
        return (record & pageMask) * recordBytes;
    }

    /** The content as it is now, until {@link #release}; one at a time. */
    StatePart freeze() {
        if (frozen) {
            throw new IllegalStateException("the table is frozen already");
        }
        frozen = true;
        freezes++;
        UnsafeBuffer[] content = Arrays.copyOf(pages, pageCount);
        int records = size;
        return visitor -> {
            visitor.section(recordBytes, records);
            for (int page = 0; page < content.length; page++) {
                int used = Math.min(records - (page << pageShift), pageMask + 1);
                visitor.bytes(content[page], 0, used * recordBytes);
            }
        };
    }

    /** Forgets the frozen content: nobody reads it any more. */
    void release() {
        frozen = false;
        retired.forEach(PagedTable::free);
        retired.clear();
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
        release();
        for (int page = 0; page < pageCount; page++) {
            free(pages[page]);
        }
        pageCount = 0;
        size = 0;
        pages = new UnsafeBuffer[0];
    }

    private void addPage() {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
            ownedSince = Arrays.copyOf(ownedSince, pageCount * 2);
        }
        UnsafeBuffer page = allocate();
        page.setMemory(0, pageBytes(), (byte) 0);
        ownedSince[pageCount] = freezes;
        pages[pageCount++] = page;
    }

    private void thaw(int page) {
        UnsafeBuffer copy = allocate();
        copy.putBytes(0, pages[page], 0, pageBytes());
        retired.add(pages[page]);
        pages[page] = copy;
        ownedSince[page] = freezes;
    }

    /** Aligned to a cache line; the distance to what was really allocated stands in the byte before. */
    private UnsafeBuffer allocate() {
        long address = UnsafeApi.allocateMemory(pageBytes() + LINE);
        long aligned = address + LINE & -LINE;
        UnsafeApi.putByte(aligned - 1, (byte) (aligned - address));
        return new UnsafeBuffer(aligned, pageBytes());
    }

    private static void free(UnsafeBuffer page) {
        long aligned = page.addressOffset();
        UnsafeApi.freeMemory(aligned - UnsafeApi.getByte(aligned - 1));
    }

    private int pageBytes() {
        return recordBytes << pageShift;
    }
}
