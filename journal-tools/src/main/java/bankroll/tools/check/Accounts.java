package bankroll.tools.check;

import java.util.Arrays;

/**
 * Balance and currency by the hash of the player's id: flat arrays, open addressing, at most half full. One thread.
 */
final class Accounts {
    private long[] ids = new long[2 << 10];
    private int[] slots = filled(1 << 10);
    private long[] balances = new long[1 << 9];
    private int[] currencies = new int[1 << 9];
    private int size;

    /** How many there are; accounts are numbered from 0 in the order in which they were opened. */
    int size() {
        return size;
    }

    /** The account of a player, or -1. */
    int find(long high, long low) {
        for (int slot = start(high); slots[slot] >= 0; slot = slot + 1 & slots.length - 1) {
            int account = slots[slot];
            if (ids[2 * account] == high && ids[2 * account + 1] == low) {
                return account;
            }
        }
        return -1;
    }

    /** The balance, unsigned. */
    long balance(int account) {
        return balances[account];
    }

    /** The currency's number. */
    int currency(int account) {
        return currencies[account];
    }

    void balance(int account, long value) {
        balances[account] = value;
    }

    void open(long high, long low, int currency) {
        grow();
        ids[2 * size] = high;
        ids[2 * size + 1] = low;
        currencies[size] = currency;
        put(size);
        size++;
    }

    private void grow() {
        if (size == balances.length) {
            int capacity = 2 * size;
            ids = Arrays.copyOf(ids, 2 * capacity);
            balances = Arrays.copyOf(balances, capacity);
            currencies = Arrays.copyOf(currencies, capacity);
            slots = filled(2 * capacity);
            for (int account = 0; account < size; account++) {
                put(account);
            }
        }
    }

    private void put(int account) {
        int slot = start(ids[2 * account]);
        while (slots[slot] >= 0) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = account;
    }

    /** The hash is a keyed one already: its bits are as good as any. */
    private int start(long high) {
        return (int) high & slots.length - 1;
    }

    private static int[] filled(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, -1);
        return slots;
    }
}
