package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SlotLineTest {
    private static final int[] TAGS = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final long SEED = 11;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final UnsafeBuffer line = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(HashIndex.LINE_SLOTS * Long.BYTES, HashIndex.LINE_SLOTS * Long.BYTES));

    @Test
    void shouldFindTheSlotsThatHaveATagAndCountThoseThatAreTaken() {
        for (int round = 0; round < 10_000; round++) {
            fill();
            for (int tag : TAGS) {
                assertEquals(expectedAlike(tag), HashIndex.alike(line.addressOffset(), tag), "round " + round);
            }
            assertEquals(expectedTaken(), HashIndex.taken(line.addressOffset()), "round " + round);
        }
    }

    @Test
    void shouldGiveTheFirstOfSomeSlots() {
        fill();

        assertEquals(line.getLong(3 * Long.BYTES), HashIndex.firstOf(line.addressOffset(), 0b1010_1000));
    }

    private void fill() {
        for (int slot = 0; slot < HashIndex.LINE_SLOTS; slot++) {
            long tag = TAGS[random.nextInt(TAGS.length)];
            long record = random.nextBoolean() ? 1 : random.nextLong(1, 1L << 32);
            line.putLong(slot * Long.BYTES, random.nextInt(3) == 0 ? 0 : tag << HashIndex.TAG_BITS | record);
        }
    }

    private int expectedAlike(int tag) {
        int bits = 0;
        for (int slot = 0; slot < HashIndex.LINE_SLOTS; slot++) {
            bits |= (int) (line.getLong(slot * Long.BYTES) >>> HashIndex.TAG_BITS) == tag ? 1 << slot : 0;
        }
        return bits;
    }

    private int expectedTaken() {
        int taken = 0;
        for (int slot = 0; slot < HashIndex.LINE_SLOTS; slot++) {
            taken += line.getLong(slot * Long.BYTES) == 0 ? 0 : 1;
        }
        return taken;
    }
}
