package bankroll.protocol;

import java.math.BigInteger;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;

/**
 * Amounts and balances in minor units: 0 to 9999999999999999999 (19 digits), held in one {@code long} that is read
 * as unsigned (contract §2.1, decisions §5, ADR 1).
 *
 * <p>19 nines are more than {@link Long#MAX_VALUE} but less than 2^64, so the whole range of the contract fits and
 * compares with {@link Long#compareUnsigned}. Stateless; any thread.
 */
public final class Amounts {
    /** The largest amount and the largest balance: 19 nines. */
    public static final long MAX = Long.parseUnsignedLong("9999999999999999999");

    /** Most digits that an amount may have, leading zeros included. */
    public static final int MAX_DIGITS = 19;

    /** {@link #classify} found no amount: wrong characters, no digit, or more than 19. */
    public static final int NOT_AN_AMOUNT = -1;

    /** {@link #classify} found a number of zero or above. */
    public static final int NOT_NEGATIVE = 0;

    /** {@link #classify} found a number below zero. */
    public static final int NEGATIVE = 1;

    private Amounts() {}

    /**
     * Tells what the ASCII text is: {@link #NOT_AN_AMOUNT}, {@link #NOT_NEGATIVE} or {@link #NEGATIVE}. Minus zero is
     * not negative.
     */
    public static int classify(byte[] text, int offset, int length) {
        if (length == 0) {
            return NOT_AN_AMOUNT;
        }
        boolean minus = text[offset] == '-';
        int start = minus ? 1 : 0;
        int digits = length - start;
        if (digits < 1 || digits > MAX_DIGITS) {
            return NOT_AN_AMOUNT;
        }
        boolean zero = true;
        for (int i = start; i < length; i++) {
            int digit = text[offset + i] - '0';
            if (digit < 0 || digit > 9) {
                return NOT_AN_AMOUNT;
            }
            zero &= digit == 0;
        }
        return minus && !zero ? NEGATIVE : NOT_NEGATIVE;
    }

    /** The magnitude of a text that {@link #classify} accepted, unsigned. */
    public static long magnitude(byte[] text, int offset, int length) {
        long value = 0;
        for (int i = text[offset] == '-' ? 1 : 0; i < length; i++) {
            value = value * 10 + (text[offset + i] - '0');
        }
        return value;
    }

    /** Whether {@code balance + amount} stays within 19 digits. */
    public static boolean fits(long balance, long amount) {
        return Long.compareUnsigned(amount, MAX - balance) <= 0;
    }

    /** Whether {@code balance} is at least {@code amount}. */
    public static boolean covers(long balance, long amount) {
        return Long.compareUnsigned(balance, amount) >= 0;
    }

    /** The amount as decimal text. Allocates; not for the writer. */
    public static String format(long amount) {
        return Long.toUnsignedString(amount);
    }

    /**
     * An exact signed 128-bit sum of amounts: totals of the trial balance and the {@code used} of a limit may be longer
     * than 19 digits and negative (decisions §5, §12). 2^127 is more than 10^19 largest amounts, so it can't wrap within
     * the life of a journal.
     *
     * <p>Mutable, one thread; no allocation but in {@link #toString}.
     */
    public static final class Total {
        /** Bytes of a stored total. */
        public static final int BYTES = 16;

        private static final int HIGH = 8;

        private long high;
        private long low;

        /** Sets this total to zero. */
        public Total clear() {
            high = 0;
            low = 0;
            return this;
        }

        /** Takes the value of another total. */
        public Total set(Total other) {
            high = other.high;
            low = other.low;
            return this;
        }

        /** Takes the value that {@link #toString} wrote. */
        public Total parse(String text) {
            BigInteger value = new BigInteger(text);
            high = value.shiftRight(Long.SIZE).longValueExact();
            low = value.longValue();
            return this;
        }

        /** Reads a stored total. */
        public Total get(DirectBuffer buffer, int offset) {
            low = buffer.getLong(offset);
            high = buffer.getLong(offset + HIGH);
            return this;
        }

        /** Stores this total in {@value #BYTES} bytes. */
        public void put(MutableDirectBuffer buffer, int offset) {
            buffer.putLong(offset, low);
            buffer.putLong(offset + HIGH, high);
        }

        /** Reads a total stored off the heap. */
        public Total get(long address) {
            low = UnsafeApi.getLong(address);
            high = UnsafeApi.getLong(address + HIGH);
            return this;
        }

        /** Adds an unsigned amount to a total stored off the heap. */
        public static void addAt(long address, long amount) {
            long low = UnsafeApi.getLong(address) + amount;
            UnsafeApi.putLong(address, low);
            if (Long.compareUnsigned(low, amount) < 0) {
                UnsafeApi.putLong(address + HIGH, UnsafeApi.getLong(address + HIGH) + 1);
            }
        }

        /** Subtracts an unsigned amount from a total stored off the heap. */
        public static void subtractAt(long address, long amount) {
            long low = UnsafeApi.getLong(address);
            UnsafeApi.putLong(address, low - amount);
            if (Long.compareUnsigned(low, amount) < 0) {
                UnsafeApi.putLong(address + HIGH, UnsafeApi.getLong(address + HIGH) - 1);
            }
        }

        /** Sets a total stored off the heap to zero. */
        public static void clearAt(long address) {
            UnsafeApi.putLong(address, 0);
            UnsafeApi.putLong(address + HIGH, 0);
        }

        /** Adds an unsigned amount. */
        public Total add(long amount) {
            low += amount;
            if (Long.compareUnsigned(low, amount) < 0) {
                high++;
            }
            return this;
        }

        /** Subtracts an unsigned amount. */
        public Total subtract(long amount) {
            if (Long.compareUnsigned(low, amount) < 0) {
                high--;
            }
            low -= amount;
            return this;
        }

        /** Adds another total. */
        public Total add(Total other) {
            add(other.low);
            high += other.high;
            return this;
        }

        /** Subtracts another total. */
        public Total subtract(Total other) {
            subtract(other.low);
            high -= other.high;
            return this;
        }

        /** Whether this total is zero. */
        public boolean isZero() {
            return high == 0 && low == 0;
        }

        /** Whether this total is above an unsigned amount. */
        public boolean exceeds(long amount) {
            return high > 0 || high == 0 && Long.compareUnsigned(low, amount) > 0;
        }

        /** The exact integer, for printing and for models. */
        public BigInteger toBigInteger() {
            return BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
        }

        @Override
        public String toString() {
            return toBigInteger().toString();
        }
    }
}
