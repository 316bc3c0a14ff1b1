package bankroll.bench.micro;

import bankroll.ledger.table.HashIndex;
import bankroll.ledger.table.PagedTable;
import bankroll.ledger.table.Tables;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The index of ids with so many in it: one id per operation, in random order, without prefetch. */
@State(Scope.Thread)
public class IndexBenchmark {
    private static final int RECORD_BYTES = 64;

    /** Ids in the index. */
    @Param({"1000000", "10000000", "30000000"})
    public int filled;

    private PagedTable records;
    private HashIndex index;
    private SplittableRandom random;

    /** Fills the index. */
    @Setup
    public void fill() {
        records = new PagedTable(RECORD_BYTES, 2048);
        index = new HashIndex(records, Tables.SEGMENT_BITS);
        random = new SplittableRandom(1);
        for (int i = 0; i < filled; i++) {
            add(high(i), i);
        }
    }

    /** Finds an id that is there: slot and record are touched. */
    @Benchmark
    public int hit() {
        int id = random.nextInt(filled);
        int record = index.find(high(id), id);
        if (record != id) {
            throw new IllegalStateException("id " + id + " is not where it was put");
        }
        return record;
    }

    /** Looks for an id that isn't there: what every fresh transaction does. */
    @Benchmark
    public int miss() {
        return index.find(random.nextLong(), -1);
    }

    /** Adds an id; the index grows, and shards are moved on the way. */
    @Benchmark
    public int insert() {
        int id = records.size();
        add(high(id), id);
        return id;
    }

    /** Frees the tables. */
    @TearDown
    public void close() {
        index.close();
        records.close();
    }

    private void add(long high, int id) {
        int record = records.append();
        UnsafeApi.putLong(records.own(record), high);
        UnsafeApi.putLong(records.own(record) + 8, id);
        index.insert(high, record);
    }

    private static long high(int id) {
        long bits = (id + 1) * 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }
}
