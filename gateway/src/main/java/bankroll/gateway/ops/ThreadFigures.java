package bankroll.gateway.ops;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How busy each thread is that bookings pass, or that works beside them all day: the processor time it had. A thread that had
 * a second of it in every second is the bound of what the service can do. Not told: TLS handshakes, large bodies, backup,
 * chain check, memory, operators' slow calls, and the threads of a cluster's log.
 */
final class ThreadFigures {
    private static final Pattern OURS = Pattern.compile("(ledger|journal-[a-z]+|chain-sealer|snapshot|capacity"
            + "|platform-[0-9]+-[0-9]+|operator-[0-9]+-[0-9]+)");
    /** As many threads as these are told; event loops can be more. */
    private static final int MOST_THREADS = 24;

    private static final double NS_PER_SECOND = 1e9;

    private ThreadFigures() {}

    static void register(PrometheusRegistry registry) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return;
        }
        new FigureSource<>(registry, () -> busy(threads))
                .counter(
                        "bankroll_thread_cpu_seconds",
                        "Processor time of a thread; its rate is the share of a processor that it keeps busy. Balances that"
                                + " an event loop answers itself while the writer sleeps are that thread's, not the ledger's",
                        List.of("thread"),
                        (busy, values) -> busy.forEach((name, ns) -> values.add(ns / NS_PER_SECOND, name)));
    }

    private static Map<String, Long> busy(ThreadMXBean threads) {
        Map<String, Long> busy = new TreeMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null
                    && busy.size() < MOST_THREADS
                    && OURS.matcher(thread.getThreadName()).matches()) {
                long ns = threads.getThreadCpuTime(thread.getThreadId());
                if (ns >= 0) {
                    busy.merge(thread.getThreadName(), ns, Long::sum);
                }
            }
        }
        return busy;
    }
}
