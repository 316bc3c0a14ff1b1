package bankroll.tools.console;

import bankroll.condition.Terminal;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * How far a long job is, on standard error: a bar with rate and time left on a terminal, else a line every ten
 * seconds. {@link #at} is cheap enough for every entry. One thread.
 */
public final class Progress implements AutoCloseable {
    private static final int CALLS_PER_LOOK = 256;
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    /** Of {@code intervalNs}: no lines, a bar. */
    static final long BAR = -1;

    private final String task;
    private final String unit;
    private final long total;
    private final PrintStream lines;
    private final long intervalNs;
    private final long startedNs = System.nanoTime();
    private ProgressBar bar;
    private long lineNs = startedNs;
    private long last;
    private int calls;

    /**
     * Shows how far a task is on a stream.
     *
     * @param intervalNs at least so much time between two lines, or {@link #BAR}
     */
    Progress(String task, String unit, long total, PrintStream lines, long intervalNs) {
        this.task = task;
        this.unit = unit;
        this.total = total;
        this.lines = lines;
        this.intervalNs = intervalNs;
        this.bar = intervalNs == BAR ? bar(lines) : null;
    }

    /** Begins to show how far a task is, where that is wanted. */
    @FunctionalInterface
    public interface Tasks {
        /** A task of this name, in these units, of so many. */
        Progress begin(String task, String unit, long total);
    }

    /** Shows nothing. */
    public static Progress none() {
        return new Progress("", "", 0, null, LINE_INTERVAL_NS);
    }

    /** Shows how far a task is, in these units, of this total; 0 is a total that nobody knows. */
    public static Progress of(String task, String unit, long total, PrintStream err) {
        return new Progress(task, unit, total, err, Terminal.ERROR.isThere() ? BAR : LINE_INTERVAL_NS);
    }

    /** So much is done. */
    public void at(long done) {
        last = done;
        if (++calls % CALLS_PER_LOOK == 0) {
            show(done);
        }
    }

    /** So much is done; for steps that take long themselves. */
    public void show(long done) {
        last = done;
        if (bar != null) {
            bar.stepTo(bounded(done));
        } else if (lines != null && intervalNs != BAR && System.nanoTime() - lineNs >= intervalNs) {
            lineNs = System.nanoTime();
            printLine(done);
        }
    }

    /** Shows the last count and leaves it there. */
    @Override
    public void close() {
        if (bar != null) {
            bar.stepTo(bounded(last));
            bar.close();
            bar = null;
        }
    }

    private long bounded(long done) {
        return total == 0 ? done : Math.min(done, total);
    }

    private void printLine(long done) {
        double seconds = (lineNs - startedNs) / 1e9;
        double rate = Math.max(done / seconds, 1e-9);
        String of = total == 0 ? "" : String.format(Locale.ROOT, " of %,d", total);
        String left = total == 0 ? "" : String.format(Locale.ROOT, ", %,.0f s left", Math.max(0, total - done) / rate);
        lines.printf(Locale.ROOT, "%s: %,d%s %s, %,.0f %s/s%s%n", task, done, of, unit, rate, unit, left);
    }

    private ProgressBar bar(PrintStream target) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" " + unit, 1)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(250)
                .setConsumer(new ConsoleProgressBarConsumer(target))
                .showSpeed()
                .build();
    }
}
