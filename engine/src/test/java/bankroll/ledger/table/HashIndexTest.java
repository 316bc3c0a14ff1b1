package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HashIndexTest {
    private static final long SEED = Long.getLong("seed", 20261121);
    private static final String SEED_NOTE = "repeat with -Dseed=" + SEED;

    private final PagedTable records = new PagedTable(16, 64);
    private final HashIndex index = new HashIndex(records, HashIndex.LEAST_SEGMENT_BITS);

    @AfterEach
    void close() {
        index.close();
        records.close();
    }

    @Test
    void shouldFindWhatWasInsertedAndNothingElseThroughManySplits() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> known = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            long[] hash = {random.nextLong(), random.nextLong()};
            assertEquals(HashIndex.NONE, index.find(hash[0], hash[1]), SEED_NOTE);
            add(hash[0], hash[1]);
            known.add(hash);
        }
        for (int record = 0; record < known.size(); record++) {
            long[] hash = known.get(record);
            assertEquals(record, index.find(hash[0], hash[1]), SEED_NOTE);
            assertEquals(HashIndex.NONE, index.find(hash[0], ~hash[1]), SEED_NOTE);
        }
    }

    @Test
    void shouldFindAllOfATableThatWasFilledAtOnce() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 10_007; i++) {
            append(records, random.nextLong(), i);
        }

        index.insertAll();

        for (int record = 0; record < records.size(); record++) {
            assertEquals(record, index.find(UnsafeApi.getLong(records.at(record)), record), SEED_NOTE);
        }
    }

    @Test
    void shouldAgreeWithAMapWhileRecordsComeAndGo() {
        Seeds.forEach(4, random -> {
            try (PagedTable table = new PagedTable(16, 64);
                    HashIndex changing = new HashIndex(table, HashIndex.LEAST_SEGMENT_BITS)) {
                comeAndGo(random, table, changing);
            }
        });
    }

    private static void comeAndGo(Random random, PagedTable table, HashIndex changing) {
        Map<Long, Integer> model = new HashMap<>();
        for (int i = 0; i < 25_000; i++) {
            // few different tags, and full segments of them: long probes, and holes in the middle of them
            long high = random.nextInt(2_000) * 0x9E3779B97F4A7C15L;
            Integer known = model.get(high);
            assertEquals(known == null ? HashIndex.NONE : known, changing.find(high, 1));
            if (known == null) {
                int record = append(table, high, 1);
                changing.insert(high, record);
                model.put(high, record);
            } else if (random.nextInt(3) > 0) {
                changing.remove(high, known);
                model.remove(high);
            }
        }
    }

    @Test
    void shouldNotGrowWhileAsManyGoAsCome() {
        long bytes = index.memoryBytes();
        for (int i = 0; i < 10_000; i++) {
            index.remove(i * 0x9E3779B97F4A7C15L, add(i * 0x9E3779B97F4A7C15L, 1));
        }

        assertEquals(bytes, index.memoryBytes());
    }

    @Test
    void shouldTellRecordsWithTheSameTagApart() {
        int first = add(0x1_0000_0007L, 1);
        int second = add(0x2_0000_0007L, 2);
        assertEquals(first, index.find(0x1_0000_0007L, 1));
        assertEquals(second, index.find(0x2_0000_0007L, 2));
        assertEquals(HashIndex.NONE, index.find(0x3_0000_0007L, 3));
    }

    @Test
    void shouldAnswerRightWhenTheGuessIsWrong() {
        int first = add(0x1_0000_0007L, 1);
        int second = add(0x2_0000_0007L, 2);
        int guess = index.guess(0x2_0000_0007L);
        assertEquals(first, guess);
        assertEquals(second, index.find(0x2_0000_0007L, 2, guess));
        assertEquals(second, index.find(0x2_0000_0007L, 2, HashIndex.NONE));
        assertEquals(HashIndex.NONE, index.find(0x3_0000_0007L, 3, guess));
    }

    @Test
    void shouldHoldMostlyFullSegmentsAtAnyTimeWhileItGrows() {
        SplittableRandom random = new SplittableRandom(SEED);
        PagedTable table = new PagedTable(16, 4096);
        try (table;
                HashIndex growing = new HashIndex(table, 10)) {
            for (int i = 1; i <= 1_000_000; i++) {
                int record = table.append();
                growing.insert(random.nextLong(), record);
                if (i > 500_000 && i % 50_000 == 0) {
                    double bytes = (double) growing.memoryBytes() / i;
                    assertTrue(bytes > 10 && bytes < 16, bytes + " bytes a record at " + i);
                }
            }
        }
    }

    private int add(long high, long low) {
        int record = append(records, high, low);
        index.insert(high, record);
        return record;
    }

    private static int append(PagedTable table, long high, long low) {
        int record = table.append();
        UnsafeApi.putLong(table.own(record), high);
        UnsafeApi.putLong(table.own(record) + Long.BYTES, low);
        return record;
    }
}
