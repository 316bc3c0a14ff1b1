package bankroll.protocol;

/** Kind and window of a limit (decisions §11). The ordinal is stored and never changes. */
public enum LimitSlot {
    /** One debit. */
    STAKE("stake", "transaction"),
    /** Debits less rollbacks, by calendar day. */
    WAGER_DAY("wager", "day"),
    /** Debits less rollbacks, by week from Monday. */
    WAGER_WEEK("wager", "week"),
    /** Debits less rollbacks, by calendar month. */
    WAGER_MONTH("wager", "month"),
    /** Debits less rollbacks and credits, by calendar day. */
    LOSS_DAY("loss", "day"),
    /** Debits less rollbacks and credits, by week from Monday. */
    LOSS_WEEK("loss", "week"),
    /** Debits less rollbacks and credits, by calendar month. */
    LOSS_MONTH("loss", "month");

    /** How many slots there are. */
    public static final int COUNT = values().length;

    private static final LimitSlot[] SLOTS = values();

    private final String kind;
    private final String window;

    LimitSlot(String kind, String window) {
        this.kind = kind;
        this.window = window;
    }

    /** {@code stake}, {@code wager} or {@code loss}. */
    public String kind() {
        return kind;
    }

    /** {@code transaction}, {@code day}, {@code week} or {@code month}. */
    public String window() {
        return window;
    }

    /** The slot of a stored ordinal. */
    public static LimitSlot of(int ordinal) {
        return SLOTS[ordinal];
    }

    /** The slot of a kind and a window, or null when they don't go together. */
    public static LimitSlot of(String kind, String window) {
        for (LimitSlot slot : SLOTS) {
            if (slot.kind.equals(kind) && slot.window.equals(window)) {
                return slot;
            }
        }
        return null;
    }
}
