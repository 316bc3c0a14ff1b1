package bankroll.agent;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/** How an agent waits for work, until its end: then it is woken and doesn't sleep any more. */
final class Rest implements IdleStrategy {
    private final IdleStrategy untilTheEnd;
    private volatile boolean isOver;

    Rest(IdleStrategy untilTheEnd) {
        this.untilTheEnd = untilTheEnd;
    }

    /** Its end takes as long as its last turn, and no sleep longer. Any thread. */
    void end(Thread agent) {
        isOver = true;
        LockSupport.unpark(agent);
    }

    @Override
    public void idle(int workCount) {
        if (!isOver) {
            untilTheEnd.idle(workCount);
        }
    }

    @Override
    public void idle() {
        if (!isOver) {
            untilTheEnd.idle();
        }
    }

    @Override
    public void reset() {
        untilTheEnd.reset();
    }
}
