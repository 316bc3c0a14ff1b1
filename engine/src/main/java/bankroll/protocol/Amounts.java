package bankroll.protocol;

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
}
