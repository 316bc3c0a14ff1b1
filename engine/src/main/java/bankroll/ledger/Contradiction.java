package bankroll.ledger;

/**
 * What can't have been recorded, given the entries before it: no rule has ever decided so, under any settings. A replay
 * that meets one of them ends there ({@code docs/invariants.md} has each with its check and its test).
 *
 * <p>Recorded facts are held against the state that they meet; nothing is decided again. A rule that only got stricter
 * is therefore no reason for a new constant: what an older one allowed must stay readable.
 */
public enum Contradiction {
    /** Gaps and repetitions. */
    SEQUENCE("it doesn't follow the entry before it"),
    /** The writer's time never goes back. */
    TIME_WENT_BACK("its time is before that of the entry before it"),
    /** Settings and the hash key come first. */
    NO_START("no start of the service is recorded before it"),
    /** All ids are known by their keyed hashes. */
    OTHER_HASH_KEY("it starts the service with another hash key than the entries before it"),
    /** Each booking counts in a day, a week and a month. */
    NO_WINDOWS("it books after the windows of limits had ended"),
    /** They come one after the other. */
    WINDOWS("the windows of limits overlap those before them, or are not those of its time"),
    /** Only commands are recorded. */
    QUESTION("it asks a question, which changes nothing"),
    /** One, or 1 to 500 where there may be many. */
    ITEM_COUNT("it has no items, or more than its type can have"),

    /** Outcome, effect and anomaly that never go together for this type. */
    OUTCOME("its outcome is none that its type can have"),
    /** An item is decided at the time of its entry. */
    OTHER_TIME("its outcome has another time than its entry"),
    /** Nothing moved, but an amount says something did. */
    AMOUNT_WITHOUT_BOOKING("an amount moved, but nothing was booked"),
    /** A balance is an account's. */
    BALANCE_WITHOUT_ACCOUNT("a balance is recorded, but no such player was opened"),
    /** A booking tells the balance behind it. */
    NO_BALANCE("money moved, but no balance is recorded"),
    /** What was told to the caller is not what the entries say. */
    BALANCE("the recorded balance is not what the entries up to it lead to"),
    /** A booking moves what was asked for. */
    AMOUNT("it moved another amount than was asked for"),
    /** Money needs an account. */
    UNKNOWN_PLAYER("money moved, but no such player was opened"),
    /** One currency an account. */
    OTHER_CURRENCY("money moved in another currency than the account's"),
    /** No balance is below zero. */
    BELOW_ZERO("it took more than the balance"),
    /** No balance is longer than 19 digits. */
    OVER_19_DIGITS("the balance would have more than 19 digits"),
    /** A deposit gives, a withdrawal takes. */
    WRONG_DIRECTION("a deposit took money, or a withdrawal gave it"),

    /** Once per id. */
    BOOKED_TWICE("the same id was booked before"),
    /** One content per id. */
    OTHER_CONTENT("the same id was recorded before, with other content"),
    /** A refused debit is refused for ever. */
    BOOKED_AFTER_REFUSAL("the same debit was refused before"),
    /** A tombstone keeps the debit away. */
    BOOKED_AFTER_ROLLBACK("a debit was booked that a rollback had come before"),
    /** Only a tombstone makes a debit rolled back. */
    ROLLED_BACK_WITHOUT_ROLLBACK("a debit was refused as rolled back, but no rollback had come before it"),
    /** A tombstone is the only reason then. */
    REFUSED_AFTER_ROLLBACK("a debit that a rollback had come before was refused for another reason"),
    /** An answer that repeats an earlier one needs it. */
    REPEATED_WITHOUT_FIRST("it repeats an answer that was never given"),

    /** A session is needed. */
    NO_SESSION("a debit was booked without a session"),
    /** Only a debit uses a session: an open one, of its player. */
    FOREIGN_SESSION("it used a session that is unknown, closed or another player's"),
    /** Blocked players stake nothing. */
    BLOCKED("a debit was booked for a blocked player"),

    /** A win is paid out for a debit that stands. */
    REFERENCE("a credit was booked for a debit that was not booked, was rolled back or is another player's"),
    /** There must be something to give back. */
    REVERSED_NOTHING("a rollback gave back what is no booked debit of its player"),
    /** Once per debit. */
    REVERSED_TWICE("a rollback gave back what was given back before"),
    /** The whole booked amount. */
    REVERSED_OTHER_AMOUNT("a rollback gave back another amount than the debit's"),
    /** What is booked is given back, not marked. */
    TOMBSTONE("a rollback marked an id that is booked, or not its player's"),
    /** A rollback may do nothing only where nothing is to be given back. */
    NOT_REVERSED("a rollback gave nothing back, but its debit is booked, or was not marked"),

    /** Once. */
    OPENED_TWICE("the player was opened before"),
    /** An operator's change is about somebody. */
    NO_SUCH_PLAYER("it changed a player who was not opened"),
    /** It ends later. */
    BLOCK_IN_THE_PAST("a block was put on that had ended before"),
    /** It stands until its end. */
    SELF_EXCLUSION("a self-exclusion was lifted or weakened before its end"),
    /** As many of them as were asked for. */
    LAUNCH_CODE_CURRENCY("a launch code was minted in another currency than the account's"),
    /** Its end is known. */
    LAUNCH_CODE_WITHOUT_END("a launch code was minted without an end"),
    /** Not for whom may not play. */
    LAUNCH_CODE_BLOCKED("a launch code was minted for a blocked player"),
    /** Good codes only, once unless they are reusable. */
    LAUNCH_CODE("a session was opened by a launch code that is unknown, used, expired or for another game"),
    /** Random bits never come twice. */
    SESSION_OPENED_TWICE("the same session was opened before"),
    /** One gives way to another one at the bound, and only there. */
    SESSION_BOUND("a session was opened beyond the bound, or one gave way below it"),
    /** Only what is open can be closed. */
    SESSION_NOT_OPEN("a session was closed that is not open");

    private final String words;

    Contradiction(String words) {
        this.words = words;
    }

    /** What is wrong, as half a sentence about the item or the entry. */
    public String words() {
        return words;
    }

    /**
     * Where an entry says what can't be.
     *
     * @param item which of its items, counted from 0; {@link #ENTRY} when it is the entry as a whole
     * @param contradiction what is wrong with it
     */
    public record Contradicted(int item, Contradiction contradiction) {
        /** No single item. */
        public static final int ENTRY = -1;

        /** The entry as a whole. */
        static Contradicted entry(Contradiction contradiction) {
            return new Contradicted(ENTRY, contradiction);
        }

        /** What is wrong, for people: the item first, where it is one. */
        public String words() {
            return (item == ENTRY ? "" : "item " + item + ": ") + contradiction.words();
        }
    }
}
