package bankroll.bench.play;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;

/**
 * One item to be played and the answer it must get: a flyweight that {@link PlayStream#next} fills anew. Ids are
 * numbers here; {@link Ids} spells them. One thread.
 */
public final class Play {
    /** No reference. */
    public static final long NONE = -1;

    /** Debit, credit or rollback. */
    public TransactionType type;
    /** Number of the transaction within its stream. */
    public long id;
    /** The stream's own number of the player. */
    public int player;
    /** Minor units, unsigned; 0 on a rollback. */
    public long amount;
    /** Number of the transaction that is named, or {@link #NONE}. */
    public long reference;
    /** Number of the round. */
    public long round;
    /** Whether the player's own session is sent; else one that nobody has. */
    public boolean ownSession;
    /** The answer it must get. */
    public Outcome outcome;
    /** The balance that must be answered. */
    public long balance;

    void copy(Play other) {
        type = other.type;
        id = other.id;
        player = other.player;
        amount = other.amount;
        reference = other.reference;
        round = other.round;
        ownSession = other.ownSession;
        outcome = other.outcome;
        balance = other.balance;
    }
}
