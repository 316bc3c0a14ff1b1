package bankroll.ledger.table;

import bankroll.protocol.Bytes.BytePieces;
import bankroll.protocol.PieceDigest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The whole state as it was at one entry, always in the same order: the digest and the snapshot are both made of it. Another
 * thread may read it while the ledger goes on, until the ledger's thread releases it. With it stand who takes the state, who
 * gives it back, and what each table does for both.
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

    /**
     * The digest of all of it as hex, byte for byte as a snapshot holds it: two ledgers that have applied the same entries have
     * the same digest, whichever way they came to them.
     */
    public String digest() {
        Digest sum = new Digest();
        visit(sum);
        return sum.digest.hex();
    }

    private static final class Digest implements StateVisitor {
        private final PieceDigest digest = PieceDigest.onAllProcessors();
        private final BytePieces pieces = new BytePieces(digest::update);
        private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

        @Override
        public void section(int recordBytes, int records) {
            number((long) records << 32 | recordBytes);
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length) {
            pieces.feed(buffer, offset, length);
        }

        @Override
        public void number(long value) {
            digest.update(number.clear().putLong(value).flip());
        }
    }

    /** Takes the state as bytes. */
    public interface StateVisitor {
        /** A table follows: so many records of so many bytes. */
        void section(int recordBytes, int records);

        /** A part of the table announced last. */
        void bytes(DirectBuffer buffer, int offset, int length);

        /** A number that belongs to the state. */
        void number(long value);
    }

    /** Gives the state back in the order in which a {@link StateVisitor} took it. */
    public interface StateSource {
        /**
         * A table follows.
         *
         * @param recordBytes what its records must have
         * @return how many records
         */
        int section(int recordBytes);

        /** Fills a part of the table announced last. */
        void bytes(MutableDirectBuffer target, int offset, int length);

        /** The next number. */
        long number();

        /** All of the state was given: throws when it isn't the state that was taken. Nothing may be built on it before. */
        void end();
    }

    /** A part of the tables that is frozen, released, loaded and closed with all others. One thread. */
    abstract static class StateTable implements AutoCloseable {
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
}
