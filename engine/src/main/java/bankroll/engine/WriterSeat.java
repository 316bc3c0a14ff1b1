package bankroll.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who is the writer now: its own thread, or for a moment a guest, the thread that brought a question while the writer slept.
 * One at a time, so all that is the writer's has one thread still, and each sees what the one before did. Nobody waits for
 * the seat: the writer is told to come again, and a guest leaves its question to who sits there.
 */
final class WriterSeat {
    private static final int FREE = 0;
    private static final int WRITER = 1;
    private static final int GUEST = 2;
    private static final int GONE = 3;

    private final AtomicInteger holder = new AtomicInteger(FREE);
    private volatile boolean isWriterWanted;

    /** Takes the seat for the writer's thread, or notes for the guest that it came. */
    boolean enter() {
        if (holder.compareAndSet(FREE, WRITER)) {
            return true;
        }
        isWriterWanted = true;
        return holder.compareAndSet(FREE, WRITER);
    }

    /** The writer's turn is over. */
    void leave() {
        holder.set(FREE);
    }

    /** A turn failed, whoever's it was: nobody sits there any more, for tables may be ahead of the journal. */
    void fail() {
        holder.set(GONE);
    }

    /** Takes the seat for a guest. */
    boolean enterAsGuest() {
        return holder.get() == FREE && holder.compareAndSet(FREE, GUEST);
    }

    /**
     * A guest's turn is over. It has to look at the ring again: who came meanwhile has left that to it.
     *
     * @return whether the writer came, and has to be woken
     */
    boolean leaveAsGuest() {
        leave();
        boolean wasWanted = isWriterWanted;
        if (wasWanted) {
            isWriterWanted = false;
        }
        return wasWanted;
    }

    /** Whether a guest has it. */
    boolean hasGuest() {
        return holder.get() == GUEST;
    }

    /** Takes it for good, once a guest has left; the writer's thread, at its end. */
    void end() {
        while (holder.get() != GONE && !holder.compareAndSet(FREE, GONE)) {
            Thread.yield();
        }
    }
}
