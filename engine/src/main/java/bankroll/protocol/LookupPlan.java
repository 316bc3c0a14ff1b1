package bankroll.protocol;

/**
 * Where to read in the journal what was asked about a transaction: the tables know the positions, the lookup thread
 * reads them.
 *
 * @param position of its own entry, a {@link Position}
 * @param isRolledBack whether it was given back, or came after its rollback
 * @param referrers positions of the credits and effective rollbacks that name it, newest first; none when a platform asks
 */
public record LookupPlan(long position, boolean isRolledBack, long[] referrers) implements Answer {
    @Override
    public boolean needsJournal() {
        return true;
    }
}
