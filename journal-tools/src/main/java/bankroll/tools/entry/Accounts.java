package bankroll.tools.entry;

/**
 * Balance and currency by the hash of the player's id: one flat array of records at the places that their hashes give
 * them, at most three quarters full, so that an account is mostly a single miss of the cache. One thread.
 */
public final class Accounts {
    private static final int HIGH = 0;
    private static final int LOW = 1;
    private static final int BALANCE = 2;
    /** Currency's number plus one; 0: nobody is here. */
    private static final int CURRENCY = 3;

    private static final int RECORD_SHIFT = 2;

    private long[] records = new long[1024 << RECORD_SHIFT];
    private int mask = 1023;
    private int size;
    private long touched;

    /** The account of a player, or -1; good until the next one is opened. */
    public int find(long high, long low) {
        int at = start(high);
        while (records[at + CURRENCY] != 0) {
            if (records[at + HIGH] == high && records[at + LOW] == low) {
                return at;
            }
            at = next(at);
        }
        return -1;
    }

    /** Brings into the cache what {@link #find} will look at. */
    public void touch(long high) {
        touched += records[start(high)];
    }

    /** The balance, unsigned. */
    public long balance(int account) {
        return records[account + BALANCE];
    }

    /** The currency's number. */
    public int currency(int account) {
        return (int) records[account + CURRENCY] - 1;
    }

    /** Sets the balance, unsigned. */
    public void balance(int account, long value) {
        records[account + BALANCE] = value;
    }

    /** Opens an account that isn't there yet, and tells which it is. */
    public int open(long high, long low, int currency) {
        if (size > mask / 4 * 3) {
            grow();
        }
        size++;
        int at = free(high);
        records[at + HIGH] = high;
        records[at + LOW] = low;
        records[at + CURRENCY] = currency + 1L;
        return at;
    }

    private void grow() {
        long[] old = records;
        records = new long[2 * old.length];
        mask = 2 * mask + 1;
        for (int from = 0; from < old.length; from += 1 << RECORD_SHIFT) {
            if (old[from + CURRENCY] != 0) {
                System.arraycopy(old, from, records, free(old[from + HIGH]), 1 << RECORD_SHIFT);
            }
        }
    }

    private int free(long high) {
        int at = start(high);
        while (records[at + CURRENCY] != 0) {
            at = next(at);
        }
        return at;
    }

    /** The hash is a keyed one already: its bits are as good as any. */
    private int start(long high) {
        return ((int) high & mask) << RECORD_SHIFT;
    }

    private int next(int at) {
        return at + (1 << RECORD_SHIFT) & records.length - 1;
    }
}
