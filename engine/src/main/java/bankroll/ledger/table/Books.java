package bankroll.ledger.table;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateTable;
import bankroll.ledger.table.FrozenState.StateVisitor;
import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The double entry, by currency (decisions §12): every booking adds its amount to one account class and takes it from
 * another, so each currency sums to zero at every sequence. One thread; allocates only for a currency never seen.
 */
public final class Books extends StateTable {
    private static final int CODE = 8;
    private static final int TOTALS = 80;
    private static final int RECORD_BYTES = TOTALS + 4 * Total.BYTES;

    private final List<Currency> currencies = new ArrayList<>();
    private final UnsafeBuffer loaded = new UnsafeBuffer(new byte[0]);

    /** Whose money a total is about. */
    public enum Side {
        /** What players own. */
        PLAYERS,
        /** Play. */
        HOUSE,
        /** Deposits and withdrawals. */
        CASH,
        /** Adjustments. */
        ADJUSTMENTS
    }

    /** The totals of one currency. */
    private static final class Currency {
        /** Of nearly all codes; those are compared at once. */
        private static final int USUAL_LENGTH = 3;

        private final UnsafeBuffer code;
        private final String text;
        private final int word;
        private final Total[] totals = {new Total(), new Total(), new Total(), new Total()};

        private Currency(byte[] code) {
            this.code = new UnsafeBuffer(code);
            word = code.length == USUAL_LENGTH ? word(this.code, 0) : 0;
            text = this.code.getStringWithoutLengthUtf8(0, code.length);
        }
    }

    Books() {}

    /** The number of a currency, or -1 when no player has it. */
    public int find(DirectBuffer bytes, int offset, int length) {
        for (int currency = 0; currency < currencies.size(); currency++) {
            if (is(currency, bytes, offset, length)) {
                return currency;
            }
        }
        return -1;
    }

    /** Whether a currency is written so. */
    public boolean is(int currency, DirectBuffer bytes, int offset, int length) {
        Currency known = currencies.get(currency);
        UnsafeBuffer code = known.code;
        if (code.capacity() != length) {
            return false;
        }
        if (length == Currency.USUAL_LENGTH) {
            return word(bytes, offset) == known.word;
        }
        for (int i = 0; i < length; i++) {
            if (code.getByte(i) != bytes.getByte(offset + i)) {
                return false;
            }
        }
        return true;
    }

    private static int word(DirectBuffer code, int offset) {
        return code.getShort(offset) << Byte.SIZE | code.getByte(offset + 2) & 0xff;
    }

    /** A currency's code. */
    public String code(int currency) {
        return currencies.get(currency).text;
    }

    /** How many currencies there are. */
    public int size() {
        return currencies.size();
    }

    /** Adds a currency and tells its number; what no code can be is refused, for it may come from a file. */
    public int add(DirectBuffer bytes, int offset, int length) {
        if (length < 0 || length > TOTALS - CODE) {
            throw new IllegalArgumentException("a currency of " + length + " bytes");
        }
        byte[] code = new byte[length];
        bytes.getBytes(offset, code);
        currencies.add(new Currency(code));
        return currencies.size() - 1;
    }

    /** Books an amount from one side to another. */
    public void post(int currency, Side from, Side to, long amount) {
        Total[] totals = currencies.get(currency).totals;
        totals[from.ordinal()].subtract(amount);
        totals[to.ordinal()].add(amount);
    }

    /** The trial balance. Allocates. */
    public Answer.TrialBalance trialBalance(long sequence) {
        List<Answer.TrialBalance.Line> lines = new ArrayList<>();
        for (int currency = 0; currency < currencies.size(); currency++) {
            Currency books = currencies.get(currency);
            Total[] totals = books.totals;
            lines.add(new Answer.TrialBalance.Line(
                    books.text,
                    totals[0].toString(),
                    totals[1].toString(),
                    totals[2].toString(),
                    totals[3].toString(),
                    sum(totals).toString()));
        }
        return new Answer.TrialBalance(sequence, lines);
    }

    /** Zero in every currency; anything else is a defect. */
    private static Total sum(Total[] totals) {
        Total sum = new Total();
        for (Total total : totals) {
            sum.add(total);
        }
        return sum;
    }

    @Override
    long memoryBytes() {
        return 0;
    }

    /** A copy: there are few currencies. */
    @Override
    Consumer<StateVisitor> freeze() {
        UnsafeBuffer content = new UnsafeBuffer(new byte[RECORD_BYTES * currencies.size()]);
        for (int currency = 0; currency < currencies.size(); currency++) {
            Currency books = currencies.get(currency);
            int offset = currency * RECORD_BYTES;
            content.putInt(offset, books.code.capacity());
            content.putBytes(offset + CODE, books.code, 0, books.code.capacity());
            for (int side = 0; side < books.totals.length; side++) {
                books.totals[side].put(content, offset + TOTALS + side * Total.BYTES);
            }
        }
        int records = currencies.size();
        return visitor -> {
            visitor.section(RECORD_BYTES, records);
            visitor.bytes(content, 0, content.capacity());
        };
    }

    @Override
    void release() {}

    @Override
    public void close() {}

    @Override
    void load(StateSource source) {
        loaded.wrap(new byte[Math.multiplyExact(source.section(RECORD_BYTES), RECORD_BYTES)]);
        source.bytes(loaded, 0, loaded.capacity());
    }

    /** The length of a code is believed only now. */
    @Override
    void index() {
        for (int record = 0; record < loaded.capacity(); record += RECORD_BYTES) {
            int currency = add(loaded, record + CODE, loaded.getInt(record));
            for (int side = 0; side < Side.values().length; side++) {
                currencies.get(currency).totals[side].get(loaded, record + TOTALS + side * Total.BYTES);
            }
        }
        loaded.wrap(new byte[0]);
    }
}
