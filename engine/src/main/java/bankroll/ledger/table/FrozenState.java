package bankroll.ledger.table;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The whole state as it was at one entry, always in the same order: the digest and the snapshot are both made of it.
 * Another thread may read it while the ledger goes on, until the ledger's thread releases it.
 */
public final class FrozenState {
    private final List<Consumer<StateVisitor>> parts;

    FrozenState(List<Consumer<StateVisitor>> parts) {
        this.parts = List.copyOf(parts);
    }

    /** The same state, given through another visitor, a new one each time. */
    public FrozenState through(UnaryOperator<StateVisitor> between) {
        return new FrozenState(List.of(visitor -> visit(between.apply(visitor))));
    }

    /** Gives the state. */
    public void visit(StateVisitor visitor) {
        for (Consumer<StateVisitor> part : parts) {
            part.accept(visitor);
        }
    }
}
