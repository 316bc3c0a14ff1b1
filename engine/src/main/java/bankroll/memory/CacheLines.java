package bankroll.memory;

import org.agrona.UnsafeApi;

/**
 * Addresses that will be needed soon, collected first and then touched in one short loop. The processor looks only some
 * two hundred instructions ahead: in a loop of loads it waits for a dozen answers of the memory at once; with the work
 * of finding the addresses in between, for two or three. One thread.
 */
public final class CacheLines {
    /** Bytes that come into the cache together. */
    public static final int BYTES = 64;

    private final long[] addresses;
    private int count;
    private long sum;

    /** None yet; at most this many at a time. */
    public CacheLines(int most) {
        addresses = new long[most];
    }

    /** Remembers an address; eight bytes from there on must be readable. */
    public void add(long address) {
        addresses[count++] = address;
    }

    /** Remembers every line of a range that starts on one. */
    public void add(long address, int bytes) {
        for (int line = 0; line < bytes; line += BYTES) {
            addresses[count++] = address + line;
        }
    }

    /** Brings them all into the cache and forgets them. */
    public void touch() {
        long touched = 0;
        for (int i = 0; i < count; i++) {
            touched += UnsafeApi.getLong(addresses[i]);
        }
        count = 0;
        keep(touched);
    }

    /** Keeps what was read anywhere to be touched from being left out. */
    public void keep(long touched) {
        sum += touched;
    }
}
