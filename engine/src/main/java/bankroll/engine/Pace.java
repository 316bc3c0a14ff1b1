package bankroll.engine;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.FrozenState.StateVisitor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Reads a frozen state with a rest after each bit of work, so that those who answer platforms keep most of the processor.
 * For the thread that reads; {@link #hurry}, {@link #giveUp} and {@link #readBytes} are for any.
 */
final class Pace {
    private static final long WORK_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** A third of a processor's time is worked, two thirds are rested. */
    private static final int REST_PER_WORK = 2;

    private static final long BETWEEN_LOOKS_BYTES = 16 << 20;

    private volatile boolean hurried;
    private volatile boolean givenUp;
    private volatile long readBytes;
    private long restedNs;

    /** The reading was given up. */
    static final class GivenUpException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private GivenUpException() {
            super("given up", null, false, false);
        }
    }

    /**
     * The same state, given with rests.
     *
     * @param looks is run before the first of it is given, and now and then; what it throws ends the reading
     */
    FrozenState of(FrozenState state, Runnable looks) {
        restedNs = 0;
        readBytes = 0;
        return state.through(visitor -> new Resting(visitor, looks));
    }

    /** No more rests from now on: somebody waits. */
    void hurry() {
        hurried = true;
    }

    /** From now on the next step of a reading ends in a {@link GivenUpException}. */
    void giveUp() {
        givenUp = true;
    }

    /** Readings may be begun again. */
    void allow() {
        givenUp = false;
    }

    /** How much of the state given last was read so far. */
    long readBytes() {
        return readBytes;
    }

    /** How long the state given last has rested in all. */
    long restedMs() {
        return TimeUnit.NANOSECONDS.toMillis(restedNs);
    }

    /** Ends a reading that isn't of a state, if it was given up. */
    void requireWanted() {
        if (givenUp) {
            throw new GivenUpException();
        }
    }

    private void countRead(int length) {
        long read = readBytes;
        readBytes = read + length;
    }

    private final class Resting implements StateVisitor {
        private final StateVisitor visitor;
        private final Runnable looks;
        private long lookAt;
        private long workSinceNs = System.nanoTime();

        private Resting(StateVisitor visitor, Runnable looks) {
            this.visitor = visitor;
            this.looks = looks;
        }

        @Override
        public void section(int recordBytes, int records) {
            visitor.section(recordBytes, records);
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length) {
            requireWanted();
            look();
            visitor.bytes(buffer, offset, length);
            countRead(length);
            long startNs = System.nanoTime();
            long workedNs = startNs - workSinceNs;
            if (workedNs >= WORK_NS && !hurried) {
                restUntil(startNs + workedNs * REST_PER_WORK);
                workSinceNs = System.nanoTime();
                restedNs += workSinceNs - startNs;
            }
        }

        private void look() {
            if (readBytes >= lookAt) {
                lookAt = readBytes + BETWEEN_LOOKS_BYTES;
                looks.run();
            }
        }

        @Override
        public void number(long value) {
            visitor.number(value);
        }

        /** A wake-up that was meant for another wait of this thread doesn't end the rest. */
        private void restUntil(long endNs) {
            long leftNs = endNs - System.nanoTime();
            while (leftNs > 0 && !hurried && !givenUp && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(leftNs);
                leftNs = endNs - System.nanoTime();
            }
        }
    }
}
