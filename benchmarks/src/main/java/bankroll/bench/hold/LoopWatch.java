package bankroll.bench.hold;

import io.netty.channel.EventLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * Comes round with each turn of an event loop and notes how much processor time its thread has used since the turn before:
 * so long nobody else was served. Time in which other programs had the processor doesn't count. Any thread asks.
 */
final class LoopWatch {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final EventLoop loop;
    private long lastNs;
    private long longestNs;
    private long startNs;

    LoopWatch(EventLoop loop) {
        this.loop = loop;
    }

    /** Begins to watch. */
    void start() {
        onLoop(() -> lastNs = THREADS.getCurrentThreadCpuTime());
        loop.execute(this::turn);
    }

    private void turn() {
        long nowNs = THREADS.getCurrentThreadCpuTime();
        longestNs = Math.max(longestNs, nowNs - lastNs);
        lastNs = nowNs;
        // not at once: the loop looks at its sockets before
        loop.schedule(this::turn, 1, TimeUnit.NANOSECONDS);
    }

    /** Forgets what was. */
    void reset() {
        onLoop(() -> {
            longestNs = 0;
            lastNs = THREADS.getCurrentThreadCpuTime();
            startNs = THREADS.getCurrentThreadCpuTime();
        });
    }

    /** The longest turn since the reset, in nanoseconds of processor time. */
    long longestNs() {
        long[] longest = new long[1];
        // the turn that answers may not be over
        onLoop(() -> longest[0] = Math.max(longestNs, THREADS.getCurrentThreadCpuTime() - lastNs));
        return longest[0];
    }

    /** Processor time of the loop since the reset, its own empty turns among it, in nanoseconds. */
    long usedNs() {
        long[] used = new long[1];
        onLoop(() -> used[0] = THREADS.getCurrentThreadCpuTime() - startNs);
        return used[0];
    }

    private void onLoop(Runnable action) {
        loop.submit(action).syncUninterruptibly();
    }
}
