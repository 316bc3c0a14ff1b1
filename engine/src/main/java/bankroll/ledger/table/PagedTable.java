package bankroll.ledger.table;

import static org.agrona.UnsafeApi.putLong;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateTable;
import bankroll.ledger.table.FrozenState.StateVisitor;
import bankroll.memory.Blocks;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of one size in pages off the heap, reached by their address. A page never moves and is never copied when the
 * table grows, so growing costs one page at a time: the writer never waits for a table that grows
 * (ARCHITECTURE.md, What always holds, 5). Records are zeros when new; pages start on cache lines.
 *
 * <p>{@link #freeze} hands out the content as it is, for a snapshot: from then on a page is copied when it is first
 * written to, so the frozen content stays while the table goes on (ADR 7).
 *
 * <p>One thread, but for the reading of a frozen content. A record's address is good until the next write to the table.
 * {@link #close} gives the memory back; using the table afterwards is a defect.
 */
public class PagedTable extends StateTable {
    private static final int FIRST_PAGES = 16;
    /** So often that the JVM has begun to note what happens. */
    private static final int REHEARSALS = 2_000;

    static {
        rehearse();
    }

    private final Blocks blocks;
    private final int recordBytes;
    private final int pageShift;
    private final int pageMask;
    private long[] pages = new long[FIRST_PAGES];
    private int[] ownedSince = new int[FIRST_PAGES];
    private int freezes;
    private boolean frozen;
    private long[] retired = new long[FIRST_PAGES];
    private int retiredCount;
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
        blocks = new Blocks(pageBytes());
    }

    /**
     * What never happened before the JVM compiles is left out of what it makes, and all that contains it is made anew when
     * it happens. The first snapshot of a process had the writer interpreted so for half a second. Therefore content is
     * frozen before there is any.
     */
    private static void rehearse() {
        try (PagedTable table = new PagedTable(Long.BYTES, 1)) {
            int record = table.append();
            for (int i = 0; i < REHEARSALS; i++) {
                table.own(record);
                table.freeze();
                table.own(record);
                table.own(record);
                table.release();
            }
        }
    }

    /** How many records there are. */
    public int size() {
        return size;
    }

    @Override
    public long memoryBytes() {
        return blocks.memoryBytes();
    }

    /** Bytes of a record. */
    final int recordBytes() {
        return recordBytes;
    }

    /** Appends a record of zeros and tells its number. */
    public final int append() {
        if (size == Integer.MAX_VALUE) {
            throw new IllegalStateException("a table holds at most " + Integer.MAX_VALUE + " records");
        }
        if (size >>> pageShift == pageCount) {
            addPage();
        }
        clear(pages[pageCount - 1] + offset(size));
        return size++;
    }

    /** Where a record stands, to read. */
    public final long at(int record) {
        return pages[record >>> pageShift] + offset(record);
    }

    /** Where a record stands, to write: in its page's own copy while the content is frozen. */
    public final long own(int record) {
        int page = record >>> pageShift;
        if (frozen && ownedSince[page] != freezes) {
            thaw(page);
        }
        return pages[page] + offset(record);
    }

    /** The content as it is now; one at a time. */
    @Override
    Consumer<StateVisitor> freeze() {
        if (frozen) {
            throw new IllegalStateException("the table is frozen already");
        }
        frozen = true;
        freezes++;
        long[] content = Arrays.copyOf(pages, pageCount);
        if (retired.length < pageCount) {
            retired = new long[pages.length];
        }
        int records = size;
        return visitor -> {
            visitor.section(recordBytes, records);
            UnsafeBuffer view = new UnsafeBuffer(0, 0);
            for (int page = 0; page < content.length; page++) {
                int used = usedBytes(records, page);
                view.wrap(content[page], used);
                visitor.bytes(view, 0, used);
            }
        };
    }

    @Override
    void release() {
        frozen = false;
        while (retiredCount > 0) {
            blocks.give(retired[--retiredCount]);
        }
    }

    @Override
    void load(StateSource source) {
        int records = source.section(recordBytes);
        UnsafeBuffer view = new UnsafeBuffer(0, 0);
        while ((long) pageCount << pageShift < records) {
            addPage();
            int used = usedBytes(records, pageCount - 1);
            view.wrap(pages[pageCount - 1], used);
            source.bytes(view, 0, used);
        }
        size = records;
    }

    @Override
    public void close() {
        blocks.close();
        retiredCount = 0;
        pageCount = 0;
        size = 0;
        pages = new long[0];
    }

    private void addPage() {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
            ownedSince = Arrays.copyOf(ownedSince, pageCount * 2);
        }
        ownedSince[pageCount] = freezes;
        pages[pageCount++] = blocks.take();
    }

    private void thaw(int page) {
        retired[retiredCount++] = pages[page];
        pages[page] = blocks.takeCopy(pages[page]);
        ownedSince[page] = freezes;
    }

    private void clear(long record) {
        for (long word = record; word < record + recordBytes; word += Long.BYTES) {
            putLong(word, 0);
        }
    }

    private long offset(int record) {
        return (long) (record & pageMask) * recordBytes;
    }

    private int usedBytes(int records, int page) {
        return (int) Math.min(records - ((long) page << pageShift), pageMask + 1) * recordBytes;
    }

    private int pageBytes() {
        return recordBytes << pageShift;
    }
}
