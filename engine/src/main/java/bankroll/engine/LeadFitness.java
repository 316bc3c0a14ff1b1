package bankroll.engine;

import java.util.concurrent.TimeUnit;

/**
 * When a node that leads should let another one lead: its disk has had no room for bookings for a while, and the others' may
 * have. Where all are short of room the lead goes round, once a minute from each. Ingress' thread.
 */
final class LeadFitness {
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
    static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private boolean isShort;
    private long shortSinceNs;
    private boolean hasPassedOn;
    private long passedOnNs;

    /**
     * Whether it is time, which begins a minute without another.
     *
     * @param isShortNow whether this node leads, and refuses bookings for want of room
     * @param nowNs from anywhere
     */
    boolean isLost(boolean isShortNow, long nowNs) {
        if (isShortNow && !isShort) {
            shortSinceNs = nowNs;
        }
        isShort = isShortNow;
        boolean isLost =
                isShort && nowNs - shortSinceNs >= PATIENCE_NS && !(hasPassedOn && nowNs - passedOnNs < AGAIN_NS);
        if (isLost) {
            hasPassedOn = true;
            passedOnNs = nowNs;
        }
        return isLost;
    }
}
