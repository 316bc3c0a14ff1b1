package bankroll.tools.reconcile;

import java.util.Locale;

/** In what the platform's list and the journal differ. */
public enum Kind {
    /** The platform has it, the journal does not. */
    MISSING_HERE,
    /** Money moved here, the platform's list does not have it. */
    MISSING_THERE,
    /** Both have it, for another player. */
    PLAYER,
    /** Both have it, one as a debit, say, the other as a credit. */
    TYPE,
    /** Both have it, in another currency. */
    CURRENCY,
    /** Both have it, with another amount. */
    AMOUNT,
    /** Both have it, one booked, say, the other refused. */
    STATUS,
    /** The platform's list has it twice. */
    TWICE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The word for it. */
    public String label() {
        return label;
    }
}
