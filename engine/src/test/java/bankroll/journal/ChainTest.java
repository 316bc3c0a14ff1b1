package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.Chain.ChainHead;
import bankroll.testkit.Seeds;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

/** The chain beside one that is computed plainly and forgets nothing: the same values, and the same frames believed. */
class ChainTest {
    private static final int REMEMBERED = 1 << 16;
    private static final int COMMAND_BYTES = 24;

    @Test
    void shouldBelieveAFrameThatCarriesARememberedValueAndNoOther() {
        Seeds.forEach(3, random -> play(random, 0, 400));
        Seeds.forEach(3, random -> play(random, 1 + random.nextInt(100_000), 400));
    }

    @Test
    void shouldRememberTheLastSixtyFiveThousand() {
        play(new Random(1), 0, REMEMBERED + 2_000);
        play(new Random(2), 777, REMEMBERED + 2_000);
    }

    private static void play(Random random, long start, int frames) {
        Plain plain = new Plain(start, random);
        Chain chain = new Chain(plain.head(start));
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(start, 0);
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        for (int i = 0; i < frames; i++) {
            ChainHead carried = plain.carried(random);
            boolean isTrue = plain.believes(carried);
            sealer.chain((frame, at) -> carried.put(frame, at));
            int length = sealer.seal(buffer, 8, COMMAND_BYTES, 8, random.nextInt());
            String what = "from " + start + ", entry " + (plain.last() + 1) + " carries " + carried;
            assertEquals(isTrue, chain.add(buffer, 8, length), what);
            plain.add(Arrays.copyOfRange(buffer.byteArray(), 8, 8 + length));
            assertEquals(plain.carriedCount, chain.carriedCount(), what);
            assertEquals(plain.last(), chain.sequence());
        }
        assertEquals(plain.head(plain.last()), chain.head());
    }

    /** All values since the start. */
    private static final class Plain {
        private final List<byte[]> values = new ArrayList<>();
        private final MessageDigest sha = sha();
        private final long start;
        private long carriedCount;

        private Plain(long start, Random random) {
            this.start = start;
            values.add(start == 0 ? ChainHead.START.value() : some(random));
        }

        private long last() {
            return start + values.size() - 1;
        }

        private ChainHead head(long sequence) {
            return new ChainHead(sequence, values.get((int) (sequence - start)));
        }

        /** Often one at a bound, mostly the right value. */
        private ChainHead carried(Random random) {
            long[] bounds = {
                -1, 0, start - 1, start, start + 1, last() - REMEMBERED, last() - REMEMBERED + 1, last(), last() + 1
            };
            long sequence = random.nextBoolean()
                    ? bounds[random.nextInt(bounds.length)]
                    : start + random.nextInt(values.size());
            boolean isKnown = sequence >= start && sequence <= last();
            byte[] value = isKnown ? head(sequence).value().clone() : some(random);
            if (random.nextInt(4) == 0) {
                value[random.nextInt(value.length)] ^= 4;
            }
            return new ChainHead(sequence, value);
        }

        /** What lies before the start, or too long ago, can't be held against anything; of 0 nothing is said. */
        private boolean believes(ChainHead carried) {
            long of = carried.sequence();
            if (of < 0 || of > last()) {
                return false;
            }
            if (of == 0 || of < start || of <= last() - REMEMBERED) {
                return true;
            }
            carriedCount++;
            return carried.equals(head(of));
        }

        private void add(byte[] frame) {
            sha.update(values.get(values.size() - 1));
            values.add(sha.digest(frame));
        }

        private static byte[] some(Random random) {
            byte[] value = new byte[ChainHead.BYTES];
            random.nextBytes(value);
            return value;
        }

        private static MessageDigest sha() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
