package bankroll.gateway.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a caller was told about its newest items; the oldest are forgotten. */
final class Told {
    private static final int REMEMBERED = 2_000;

    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Map<String, Result> results = new LinkedHashMap<>();

    boolean knows(Item item) {
        return items.containsKey(item.id());
    }

    /** Notes a first answer, compares a later one with it. */
    void remember(Item item, Result result) {
        if (knows(item)) {
            shouldBeAsBefore(item, result);
            return;
        }
        items.put(item.id(), item);
        results.put(item.id(), result);
        if (items.size() > REMEMBERED) {
            String oldest = items.keySet().iterator().next();
            items.remove(oldest);
            results.remove(oldest);
        }
    }

    void shouldBeAsBefore(Item item, Result again) {
        shouldBeAsBefore(item, again.status(), again.processedAt());
    }

    /** Asserts that a lookup says what the result said. */
    void shouldBeAsBefore(Item item, Answer found) {
        shouldBeAsBefore(item, found.member("status"), found.member("processed_at"));
    }

    private void shouldBeAsBefore(Item item, String status, String processedAt) {
        Result first = results.get(item.id());
        assertEquals(first.status(), status, item::toString);
        assertEquals(first.processedAt(), processedAt, item::toString);
    }

    /** Up to so many of the newest items, oldest first. */
    List<Item> newest(int most) {
        List<Item> all = new ArrayList<>(items.values());
        return all.subList(Math.max(0, all.size() - most), all.size());
    }

    /** One of them; null when there are none. */
    Item any(Random random) {
        return items.isEmpty() ? null : new ArrayList<>(items.values()).get(random.nextInt(items.size()));
    }
}
