package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.ledger.table.SessionCrowd.SessionHeap;
import bankroll.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever came when: the one with the smallest number is found first, with its own place and entry. */
class SessionHeapTest {
    private record Kept(long key, int session, long sequence) {}

    /** More than it has room for at first; few numbers, so that many are the same. */
    @Test
    void shouldGiveTheSmallestFirst() {
        Seeds.forEach(50, random -> {
            SessionHeap heap = new SessionHeap();
            List<Kept> model = fill(heap, random);
            assertEquals(sorted(model), drained(heap));
        });
    }

    @Test
    void shouldKeepTheOrderOfThoseThatStay() {
        Seeds.forEach(50, random -> {
            SessionHeap heap = new SessionHeap();
            List<Kept> model = fill(heap, random);
            int part = 2 + random.nextInt(5);
            heap.retain(i -> heap.session(i) % part != 0 && heap.sequence(i) % part != 1);
            model.removeIf(kept -> kept.session % part == 0 || kept.sequence % part == 1);

            assertEquals(sorted(model), drained(heap));
        });
    }

    private static List<Kept> fill(SessionHeap heap, Random random) {
        List<Kept> model = new ArrayList<>();
        int count = 1 + random.nextInt(200);
        for (int i = 0; i < count; i++) {
            Kept kept = new Kept(random.nextInt(40), random.nextInt(1_000), i);
            heap.add(kept.key, kept.session, kept.sequence);
            model.add(kept);
            if (random.nextInt(4) == 0) {
                Kept smallest = smallest(heap);
                assertEquals(sorted(model).get(0).key, smallest.key);
                model.remove(smallest);
                heap.poll();
            }
        }
        assertEquals(model.size(), heap.size());
        return model;
    }

    private static Kept smallest(SessionHeap heap) {
        return new Kept(heap.key(), heap.session(), heap.sequence());
    }

    private static List<Kept> drained(SessionHeap heap) {
        List<Kept> drained = new ArrayList<>();
        long before = Long.MIN_VALUE;
        for (; heap.size() > 0; heap.poll()) {
            assertEquals(true, heap.key() >= before, "in order");
            before = heap.key();
            drained.add(smallest(heap));
        }
        return sorted(drained);
    }

    private static List<Kept> sorted(List<Kept> all) {
        return all.stream()
                .sorted(Comparator.comparingLong(Kept::key).thenComparingLong(Kept::sequence))
                .toList();
    }
}
