package bankroll.cluster;

import org.agrona.concurrent.IdleStrategy;

/** Idles as another strategy does, and looks first: the only way onto a thread of Aeron's, between any two of its turns. */
final class BetweenTurns implements IdleStrategy {
    private final Runnable look;
    private final IdleStrategy idle;

    BetweenTurns(Runnable look, IdleStrategy idle) {
        this.look = look;
        this.idle = idle;
    }

    @Override
    public void idle(int workCount) {
        look.run();
        idle.idle(workCount);
    }

    @Override
    public void idle() {
        look.run();
        idle.idle();
    }

    @Override
    public void reset() {
        idle.reset();
    }
}
