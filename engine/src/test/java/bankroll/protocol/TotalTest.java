package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.protocol.Amounts.Total;
import bankroll.testkit.Seeds;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Totals are exact beyond 64 bits, above and below zero, wherever they are kept. */
class TotalTest {
    private static final long HALF = Long.MIN_VALUE;

    private final UnsafeBuffer stored = new UnsafeBuffer(ByteBuffer.allocateDirect(64));

    @Test
    void shouldAddAndSubtractAsExactIntegersDo() {
        Seeds.forEach(10, this::addAndSubtract);
    }

    private void addAndSubtract(Random random) {
        long[] amounts = {0, 1, HALF, -1, Long.MAX_VALUE};
        Total total = new Total();
        BigInteger exact = BigInteger.ZERO;
        long address = stored.addressOffset();
        Total.clearAt(address);
        for (int step = 0; step < 1_000; step++) {
            long amount = step % 2 == 0 ? amounts[random.nextInt(amounts.length)] : random.nextLong();
            BigInteger value = new BigInteger(Long.toUnsignedString(amount));
            if (random.nextBoolean()) {
                total.add(amount);
                Total.addAt(address, amount);
                exact = exact.add(value);
            } else {
                total.subtract(amount);
                Total.subtractAt(address, amount);
                exact = exact.subtract(value);
            }
            assertEquals(exact, total.toBigInteger());
            assertEquals(exact, new Total().get(address).toBigInteger());
            assertEquals(exact.signum() == 0, total.isZero());
        }
    }

    @Test
    void shouldBeReadAsItWasStoredPrintedOrTaken() {
        for (String text : List.of("0", "-1", "18446744073709551616", "-18446744073709551617", "9999999999999999999")) {
            Total total = new Total().add(5).parse(text);
            assertEquals(text, total.toString());
            total.put(stored, 16);
            assertEquals(text, new Total().add(5).get(stored, 16).toString());
            assertEquals(text, new Total().add(5).set(total).toString());
            assertEquals(text, new Total().get(stored.addressOffset() + 16).toString());
        }
        assertThrows(ArithmeticException.class, () -> new Total().parse("1" + "0".repeat(39)));
    }

    @Test
    void shouldAddAndSubtractOtherTotals() {
        List<String> values =
                List.of("0", "1", "-1", "18446744073709551615", "-18446744073709551616", "36893488147419103232");
        for (String a : values) {
            for (String b : values) {
                BigInteger left = new BigInteger(a);
                BigInteger right = new BigInteger(b);
                assertEquals(
                        left.add(right),
                        new Total().parse(a).add(new Total().parse(b)).toBigInteger());
                assertEquals(
                        left.subtract(right),
                        new Total().parse(a).subtract(new Total().parse(b)).toBigInteger());
            }
        }
    }

    @Test
    void shouldBeZeroOnlyWithBothHalves() {
        assertFalse(new Total().parse("18446744073709551616").isZero());
        assertFalse(new Total().add(1).isZero());
        Total.addAt(stored.addressOffset(), 3);
        Total.subtractAt(stored.addressOffset(), 4);
        Total.clearAt(stored.addressOffset());
        assertEquals("0", new Total().get(stored.addressOffset()).toString());
    }
}
