package bankroll.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Every answer that a command can get. The first nine are the statuses of contract §3.1 in the order in which
 * decisions §6 to §9 give them precedence; codes are stored in the journal and never reused.
 */
public enum Outcome {
    /** Booked now or earlier, or a rollback that had nothing to reverse. */
    OK(0, "ok"),
    /** Same id, different content; nothing booked. */
    DUPLICATE_MISMATCH(1, "duplicate_mismatch"),
    /** A debit that came after its rollback; not booked. */
    ROLLED_BACK(2, "rolled_back"),
    /** The session is unknown, closed, expired or another player's; or the player or currency is. */
    SESSION_INVALID(3, "session_invalid"),
    /** The player is blocked. */
    PLAYER_BLOCKED(4, "player_blocked"),
    /** A limit of the player, or 19 digits, would be exceeded. */
    LIMIT_EXCEEDED(5, "limit_exceeded"),
    /** The balance is less than the amount. */
    INSUFFICIENT_FUNDS(6, "insufficient_funds"),
    /** A credit whose debit does not stand. */
    REFERENCE_NOT_FOUND(7, "reference_not_found"),
    /** Nothing booked and nothing remembered; send the same again. */
    RETRY(8, "retry"),

    /** Operator: the player was opened by this call. */
    CREATED(20, "created"),
    /** Operator: the player was open already, with the same content. */
    EXISTS(21, "exists"),
    /** No such player. */
    PLAYER_NOT_FOUND(22, "player_not_found"),
    /** The transfer's currency isn't the account's. */
    CURRENCY_MISMATCH(23, "currency_mismatch"),
    /** The launch code is unknown, used, expired or for another game. */
    INVALID_LAUNCH_CODE(24, "invalid_launch_code"),
    /** No such open session. */
    SESSION_NOT_FOUND(25, "session_not_found"),
    /** The state stands in the way: a self-exclusion, or there is nothing to confirm. */
    CONFLICT(26, "conflict"),
    /** The call contradicts the state in a way that makes it malformed, as a launch code in another currency. */
    MALFORMED(27, "malformed_request"),
    /** No such transaction. */
    TRANSACTION_NOT_FOUND(28, "transaction_not_found"),
    /** The request was not carried out: the service stops or cannot take it. */
    UNAVAILABLE(29, "unavailable"),
    /** What a question asks for can't be read any more; never journaled. */
    INTERNAL(30, "internal");

    /** One more than the largest code. */
    public static final int CODES = 32;

    private static final Codes<Outcome> BY_CODE = new Codes<>(values(), Outcome::code, "outcome");

    private final int code;
    private final String label;

    Outcome(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The stable number, 0 to 31. */
    public int code() {
        return code;
    }

    /** The word of the contract. */
    public String label() {
        return label;
    }

    /** The outcome of a stored code. */
    public static Outcome of(int code) {
        return BY_CODE.of(code);
    }

    /**
     * What an outcome does to the tables: the part of a decision that replay applies without deciding again. Codes are
     * stored in the journal and never reused.
     */
    public enum Effect {
        /** Nothing changes: a re-send, a mismatch, a retry, a question. */
        NONE(0),
        /** Money moved and the transaction or transfer is remembered as booked. */
        BOOKED(1),
        /** Nothing moved; the refusal is remembered under its id. */
        REFUSED(2),
        /** A rollback that gave a debit's amount back. */
        REVERSED(3),
        /** A rollback whose target isn't booked: the target's id is marked so that it never will be. */
        TOMBSTONED(4),
        /** A rollback that is remembered but reversed nothing. */
        NOTED(5),
        /** An operator's or system's change, or an opened session. */
        CHANGED(6);

        private static final Codes<Effect> BY_CODE = new Codes<>(values(), Effect::code, "effect");

        private final int code;

        Effect(int code) {
            this.code = code;
        }

        /** The stable number. */
        public int code() {
            return code;
        }

        /** The effect of a stored code. */
        public static Effect of(int code) {
            return BY_CODE.of(code);
        }
    }

    /** What an auditor wants to see, recorded with the entry (decisions §12). Codes are never reused. */
    public enum Anomaly {
        /** Nothing odd. */
        NONE(0, "none"),
        /** A rollback of a debit that a credit has paid out already. */
        ROLLBACK_AFTER_PAYOUT(1, "rollback_after_payout"),
        /** A rollback whose target is a credit or a rollback. */
        ROLLBACK_OF_NON_DEBIT(2, "rollback_of_non_debit"),
        /** A rollback whose target is another player's debit. */
        ROLLBACK_OF_FOREIGN_DEBIT(3, "rollback_of_foreign_debit"),
        /** A credit for a player that does not exist or in another currency. */
        CREDIT_UNKNOWN_PLAYER(4, "credit_unknown_player"),
        /** A credit whose referenced debit does not stand. */
        CREDIT_UNKNOWN_REFERENCE(5, "credit_unknown_reference"),
        /** The same id with different content. */
        DUPLICATE_MISMATCH(6, "duplicate_mismatch"),
        /** A session that was opened at the bound on them: the player's oldest one was closed for it. */
        OLDEST_SESSION_CLOSED(7, "oldest_session_closed");

        private static final Codes<Anomaly> BY_CODE = new Codes<>(values(), Anomaly::code, "anomaly");

        private final int code;
        private final String label;

        Anomaly(int code, String label) {
            this.code = code;
            this.label = label;
        }

        /** The stable number. */
        public int code() {
            return code;
        }

        /** The word shown to people. */
        public String label() {
            return label;
        }

        /** The anomaly of a stored code. */
        public static Anomaly of(int code) {
            return BY_CODE.of(code);
        }
    }

    /**
     * What was decided for one item, {@value #BYTES} bytes, little endian. It is both the recorded half of an entry and the
     * answer that the gateway encodes.
     *
     * <pre>
     *   0 u16: 5 bits outcome, 3 effect, 4 anomaly, 4 flags   2 u48 time in ms: of the first booking, on re-sends
     *   8 u64 amount that moved   16 u64 balance after
     * </pre>
     *
     * <p>A field can be read where the record stands. An instance holds all of them, to be made or {@linkplain #read read},
     * and is used again for the next item; one thread.
     */
    public static class OutcomeRecord {
        /** Bytes of a record. */
        public static final int BYTES = 24;
        /** Bits of a {@link #kind()}. */
        public static final int KIND_BITS = 12;

        private static final int AMOUNT = 8;
        private static final int BALANCE = 16;

        private static final int OUTCOME = (1 << 5) - 1;
        private static final int EFFECT_SHIFT = 5;
        private static final int EFFECT = (1 << 3) - 1;
        private static final int ANOMALY_SHIFT = 8;
        private static final int ANOMALY = (1 << 4) - 1;
        private static final int KIND = (1 << KIND_BITS) - 1;
        private static final int HAS_BALANCE = 1 << 12;
        private static final int HAS_TIME = 1 << 13;
        private static final int TOUCHES_SESSION = 1 << 14;
        private static final int RECORDED = EFFECT << EFFECT_SHIFT | ANOMALY << ANOMALY_SHIFT | TOUCHES_SESSION;
        private static final int TIME_SHIFT = 16;
        private static final long TIME = -1L << TIME_SHIFT;

        private long head;
        private long amount;
        private long balance;

        /** Writes a record: nothing moved, no balance, no time. */
        public static void start(
                MutableDirectBuffer target, int offset, Outcome outcome, Effect effect, Anomaly anomaly) {
            put(target, offset, kind(outcome, effect, anomaly), 0, 0);
        }

        private static void put(MutableDirectBuffer target, int offset, long head, long amount, long balance) {
            target.putLong(offset, head);
            target.putLong(offset + AMOUNT, amount);
            target.putLong(offset + BALANCE, balance);
        }

        /** The answer. */
        public static Outcome outcome(DirectBuffer record, int offset) {
            return Outcome.of((int) head(record, offset) & OUTCOME);
        }

        /** What it does to the tables. */
        public static Effect effect(DirectBuffer record, int offset) {
            return Effect.of((int) head(record, offset) >> EFFECT_SHIFT & EFFECT);
        }

        /** What an auditor should see. */
        public static Anomaly anomaly(DirectBuffer record, int offset) {
            return Anomaly.of((int) head(record, offset) >> ANOMALY_SHIFT & ANOMALY);
        }

        /** Outcome, effect and anomaly as one number, whether they have a meaning or not. */
        public static int kind(DirectBuffer record, int offset) {
            return (int) head(record, offset) & KIND;
        }

        /** The number of these three. */
        public static int kind(Outcome outcome, Effect effect, Anomaly anomaly) {
            return outcome.code() | effect.code() << EFFECT_SHIFT | anomaly.code() << ANOMALY_SHIFT;
        }

        /** Whether {@link #balance(DirectBuffer, int)} means something. */
        public static boolean hasBalance(DirectBuffer record, int offset) {
            return (head(record, offset) & HAS_BALANCE) != 0;
        }

        /** Whether {@link #timeMs(DirectBuffer, int)} means something. */
        public static boolean hasTime(DirectBuffer record, int offset) {
            return (head(record, offset) & HAS_TIME) != 0;
        }

        /** The amount that moved, unsigned. */
        public static long amount(DirectBuffer record, int offset) {
            return record.getLong(offset + AMOUNT);
        }

        /** The balance after the item, unsigned. */
        public static long balance(DirectBuffer record, int offset) {
            return record.getLong(offset + BALANCE);
        }

        /** The time in milliseconds since the epoch. */
        public static long timeMs(DirectBuffer record, int offset) {
            return head(record, offset) >>> TIME_SHIFT;
        }

        /** All but amount and balance. Read as a whole: a long read behind a short written there would wait for it. */
        private static long head(DirectBuffer record, int offset) {
            return record.getLong(offset);
        }

        /** Starts anew: nothing moved, no balance, no time. */
        public final OutcomeRecord start(Outcome outcome, Effect effect, Anomaly anomaly) {
            head = kind(outcome, effect, anomaly);
            amount = 0;
            balance = 0;
            return this;
        }

        /** Sets the amount that moves, unsigned. */
        public final OutcomeRecord moves(long value) {
            amount = value;
            return this;
        }

        /** Adds the balance after the item, unsigned. */
        public final OutcomeRecord balance(long value) {
            head |= HAS_BALANCE;
            balance = value;
            return this;
        }

        /** Adds the time of processing, or of an expiry where the command is about one; until the year 10889. */
        public final OutcomeRecord time(long timeMs) {
            head = head & ~TIME | timeMs << TIME_SHIFT | HAS_TIME;
            return this;
        }

        /** Says that the item keeps its session alive. */
        public final OutcomeRecord touchSession() {
            head |= TOUCHES_SESSION;
            return this;
        }

        /** Writes it. */
        public final void write(MutableDirectBuffer target, int offset) {
            put(target, offset, head, amount, balance);
        }

        /** Reads what was decided once. */
        public final OutcomeRecord read(DirectBuffer record, int offset) {
            head = head(record, offset);
            amount = amount(record, offset);
            balance = balance(record, offset);
            return this;
        }

        /** Outcome, effect and anomaly as one number, whether they have a meaning or not. */
        public final int kind() {
            return (int) head & KIND;
        }

        /** The answer. */
        public final Outcome outcome() {
            return Outcome.of((int) head & OUTCOME);
        }

        /** What it does to the tables. */
        public final Effect effect() {
            return Effect.of((int) head >> EFFECT_SHIFT & EFFECT);
        }

        /** What an auditor should see. */
        public final Anomaly anomaly() {
            return Anomaly.of((int) head >> ANOMALY_SHIFT & ANOMALY);
        }

        /** Whether the item must be journaled: it changes a table, keeps a session alive or is an anomaly. */
        public final boolean isRecorded() {
            return (head & RECORDED) != 0;
        }

        /** Whether the item keeps its session alive. */
        public final boolean touchesSession() {
            return (head & TOUCHES_SESSION) != 0;
        }

        /** The amount that moves, unsigned. */
        public final long amount() {
            return amount;
        }

        /** Whether {@link #balance()} means something. */
        public final boolean hasBalance() {
            return (head & HAS_BALANCE) != 0;
        }

        /** The balance after the item, unsigned. */
        public final long balance() {
            return balance;
        }

        /** Whether {@link #timeMs()} means something. */
        public final boolean hasTime() {
            return (head & HAS_TIME) != 0;
        }

        /** The time in milliseconds since the epoch. */
        public final long timeMs() {
            return head >>> TIME_SHIFT;
        }
    }
}
