package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for so long until something is done that this node's disk may hold up, and ends the node then. One thread.
 *
 * @param ns how long
 * @param nap between two looks
 * @param why not longer, behind what was waited for; empty for no reason of its own
 */
record DiskWait(long ns, Runnable nap, String why) {
    /**
     * Waits.
     *
     * @param what is waited for, should it last too long
     */
    void await(BooleanSupplier done, String what) {
        long beganNs = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - beganNs > ns) {
                throw new ConditionException(
                        ExitCode.IO,
                        what + " since " + TimeUnit.NANOSECONDS.toSeconds(ns) + " s" + why,
                        "make room on its disk, or look what the disk does, and start the node again");
            }
            nap.run();
        }
    }
}
