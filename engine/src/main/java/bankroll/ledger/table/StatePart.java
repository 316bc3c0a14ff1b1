package bankroll.ledger.table;

/** A part of the state as it was when it was frozen; any one thread may read it. */
@FunctionalInterface
interface StatePart {
    /** Gives the part. */
    void visit(StateVisitor visitor);
}
