package bankroll.ledger.table;

import java.util.function.Consumer;

/** A part of the tables that is frozen, released, loaded and closed with all others. One thread. */
abstract class StateTable implements AutoCloseable {
    /** Bytes of memory held, off the heap. */
    abstract long memoryBytes();

    /** The content as it is now, until {@link #release}; any one thread may read it. */
    abstract Consumer<StateVisitor> freeze();

    /** Lets go of the frozen content. */
    abstract void release();

    /** Fills an empty table with a content; nothing is found by its hash before {@link #index}. */
    abstract void load(StateSource source);

    /** Lets what was loaded be found: the content is known to be whole. */
    void index() {}

    @Override
    public abstract void close();
}
