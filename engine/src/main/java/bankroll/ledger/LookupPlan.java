package bankroll.ledger;

import bankroll.ledger.table.Transactions;

/**
 * Where to read in the journal what was asked about a transaction: the tables know the positions, the lookup thread
 * reads them.
 *
 * @param position of its own entry
 * @param isRolledBack whether it was given back, or came after its rollback
 * @param referrers positions of the credits and effective rollbacks that name it, newest first; none when a platform asks
 */
public record LookupPlan(long position, boolean isRolledBack, long[] referrers) {
    /** The sequence of a position. */
    public static long sequence(long position) {
        return position >>> Transactions.ITEM_BITS;
    }

    /** The item of a position, counted from 0. */
    public static int item(long position) {
        return (int) position & (1 << Transactions.ITEM_BITS) - 1;
    }
}
