package bankroll.bench.writer;

import bankroll.bench.report.MachineFacts;
import bankroll.engine.Request;
import bankroll.tools.console.Summary;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * What the writer did between two looks: items, time, the slowest request. Only the requests' own time counts, not that
 * of making them. One thread.
 */
final class Step {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Histogram requestNs = new Histogram(60_000_000_000L, 3);
    private long items;
    private long busyNs;
    private long cpuNs;
    private long mostCpuNs;
    private long journaledBytes;
    private long remembered;
    private double bytesPerTransaction;
    private long residentBytes;

    /** Runs one request on the path and takes its time. */
    void run(WriterPath path, Request request, int count) {
        path.awaitRoom(request);
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        journaledBytes += path.execute(request);
        took(System.nanoTime() - start, THREADS.getCurrentThreadCpuTime() - cpu);
        items += count;
    }

    /** Takes the time of something else that the writer does, as if it were a request. */
    <T> T run(Supplier<T> work) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        T made = work.get();
        took(System.nanoTime() - start, THREADS.getCurrentThreadCpuTime() - cpu);
        return made;
    }

    private void took(long clockNs, long processorNs) {
        mostCpuNs = Math.max(mostCpuNs, processorNs);
        cpuNs += processorNs;
        busyNs += clockNs;
        requestNs.recordValue(Math.min(clockNs, 60_000_000_000L));
    }

    /** Ends the step: looks at memory. */
    Step end(WriterPath path) {
        remembered = path.ledger().counts().transactions();
        bytesPerTransaction = path.ledger().bytesPerTransaction();
        residentBytes = MachineFacts.residentBytes(ProcessHandle.current().pid());
        return this;
    }

    long items() {
        return items;
    }

    /** Transactions that the ledger remembered at the end. */
    long remembered() {
        return remembered;
    }

    /** The slowest request by the clock: what a platform would have waited, other processes' turns included. */
    double longestMs() {
        return requestNs.getMaxValue() / 1e6;
    }

    /** The slowest request by the processor's time it took: what the writer itself did. */
    double longestCpuMs() {
        return mostCpuNs / 1e6;
    }

    double journaledBytesPerItem() {
        return (double) journaledBytes / items;
    }

    /** What is told of it. The processor time of an item stays the same when the machine is busy with other things. */
    Summary figures() {
        return new Summary()
                .put("remembered", remembered)
                .put("bookings/s", Math.round(items / (busyNs / 1e9)))
                .put("CPU ns/booking", (double) cpuNs / items)
                .put("longest ms", longestMs())
                .put("CPU", longestCpuMs())
                .put("p99.9 ms", requestNs.getValueAtPercentile(99.9) / 1e6)
                .put("bytes/tx", bytesPerTransaction)
                .put("RSS MiB", residentBytes >> 20);
    }
}
