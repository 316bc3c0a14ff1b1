package bankroll.tools.reconcile;

import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.entry.Words;
import bankroll.tools.reconcile.DifferenceWriter.Kind;
import bankroll.tools.reconcile.RecordReader.PlatformRecord;
import java.util.Arrays;

/**
 * The platform's list by the keyed hash of the transaction's id, which is the one that stands in the journal's entries:
 * flat arrays, open addressing. Beside each record what the journal has of it. One thread.
 */
final class PlatformTable {
    private static final int ABSENT = -1;

    /** Bits of what a record has. */
    private static final int AMOUNT = 1;

    private static final int PLAYER = 2;

    private final IdHasher hasher;
    private final Words currencies = new Words();
    private int[] slots = filled(1 << 11);
    private long[] ids = new long[2 << 10];
    private long[] lines = new long[1 << 10];
    private long[] amounts = new long[1 << 10];
    private long[] players = new long[1 << 10];
    private long[] places = new long[1 << 10];
    private int[] currencyNumbers = new int[1 << 10];
    private byte[] types = new byte[1 << 10];
    private byte[] statuses = new byte[1 << 10];
    private byte[] given = new byte[1 << 10];
    private byte[] differences = new byte[1 << 10];
    private int size;

    PlatformTable(IdHasher hasher) {
        this.hasher = hasher;
    }

    /** Adds a record; tells the line that has the same id already, or 0. */
    long add(PlatformRecord record) {
        hasher.hash(IdSpace.TRANSACTION, record.transactionId());
        long high = hasher.high();
        long low = hasher.low();
        int known = find(high, low);
        if (known >= 0) {
            return lines[known];
        }
        grow();
        ids[2 * size] = high;
        ids[2 * size + 1] = low;
        lines[size] = record.line();
        put(size);
        fill(size, record);
        size++;
        return 0;
    }

    /** Whether it was made of this line: the list may have its id twice. */
    boolean isFirst(int record, PlatformRecord line) {
        return lines[record] == line.line();
    }

    /** The record of an id, or -1. */
    int find(long high, long low) {
        for (int slot = (int) high & slots.length - 1; slots[slot] >= 0; slot = slot + 1 & slots.length - 1) {
            int record = slots[slot];
            if (ids[2 * record] == high && ids[2 * record + 1] == low) {
                return record;
            }
        }
        return ABSENT;
    }

    /** The record of an id, or -1. */
    int find(String transactionId) {
        hasher.hash(IdSpace.TRANSACTION, transactionId);
        return find(hasher.high(), hasher.low());
    }

    int size() {
        return size;
    }

    boolean isType(int record, TransactionType type) {
        return types[record] == ABSENT || types[record] == type.code();
    }

    boolean isAmount(int record, long amount) {
        return (given[record] & AMOUNT) == 0 || amounts[record] == amount;
    }

    boolean isPlayer(int record, long playerHigh) {
        return (given[record] & PLAYER) == 0 || players[record] == playerHigh;
    }

    boolean isCurrency(int record, String currency) {
        int number = currencyNumbers[record];
        return number == ABSENT || currency == null || currencies.text(number).equals(currency);
    }

    /** Their status; null when the list has none. */
    Outcome status(int record) {
        return statuses[record] == ABSENT ? null : Outcome.of(statuses[record]);
    }

    /** Whether the journal has it, but differs so. */
    boolean isMarked(int record, Kind difference) {
        return (differences[record] & bit(difference)) != 0;
    }

    void mark(int record, Kind difference) {
        differences[record] |= (byte) bit(difference);
    }

    void clear(int record, Kind difference) {
        differences[record] &= (byte) ~bit(difference);
    }

    void clearAll(int record) {
        differences[record] = 0;
    }

    /** The gravest difference; null when there is none. */
    Kind gravest(int record) {
        for (Kind kind : Kind.OF_BOTH) {
            if (isMarked(record, kind)) {
                return kind;
            }
        }
        return null;
    }

    private static int bit(Kind difference) {
        return 1 << difference.ordinal() - Kind.PLAYER.ordinal();
    }

    /** Where the journal has it; 0: nowhere. */
    long place(int record) {
        return places[record];
    }

    void place(int record, long place) {
        places[record] = place;
    }

    private void fill(int record, PlatformRecord values) {
        types[record] = values.type() == null ? ABSENT : (byte) values.type().code();
        statuses[record] =
                values.status() == null ? ABSENT : (byte) values.status().code();
        currencyNumbers[record] = values.currency() == null ? ABSENT : currencies.number(values.currency());
        if (values.amount() != null) {
            amounts[record] = values.amount();
            given[record] |= AMOUNT;
        }
        if (values.playerId() != null) {
            players[record] = hasher.hash(IdSpace.PLAYER, values.playerId()).high();
            given[record] |= PLAYER;
        }
    }

    private void grow() {
        if (size < lines.length) {
            return;
        }
        int capacity = 2 * size;
        ids = Arrays.copyOf(ids, 2 * capacity);
        lines = Arrays.copyOf(lines, capacity);
        amounts = Arrays.copyOf(amounts, capacity);
        players = Arrays.copyOf(players, capacity);
        places = Arrays.copyOf(places, capacity);
        currencyNumbers = Arrays.copyOf(currencyNumbers, capacity);
        types = Arrays.copyOf(types, capacity);
        statuses = Arrays.copyOf(statuses, capacity);
        given = Arrays.copyOf(given, capacity);
        differences = Arrays.copyOf(differences, capacity);
        slots = filled(2 * capacity);
        for (int record = 0; record < size; record++) {
            put(record);
        }
    }

    private void put(int record) {
        int slot = (int) ids[2 * record] & slots.length - 1;
        while (slots[slot] >= 0) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = record;
    }

    private static int[] filled(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, ABSENT);
        return slots;
    }
}
