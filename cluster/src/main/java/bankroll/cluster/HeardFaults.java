package bankroll.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What has been told of Aeron's faults: what is tried again and again fails again and again, up to some forty times a
 * second. Any thread.
 */
final class HeardFaults {
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 100;

    private final Map<String, Long> toldNs = new HashMap<>();

    /** Whether it is to be told, at a time of {@link System#nanoTime}: the same, but for its numbers, once in ten seconds. */
    synchronized boolean isNews(Throwable fault, long nowNs) {
        String text =
                fault.getClass().getName() + String.valueOf(fault.getMessage()).replaceAll("\\d+", "#");
        Long told = toldNs.get(text);
        if (told != null && nowNs - told < AGAIN_NS) {
            return false;
        }
        if (toldNs.size() == MOST) {
            toldNs.clear();
        }
        toldNs.put(text, nowNs);
        return true;
    }
}
