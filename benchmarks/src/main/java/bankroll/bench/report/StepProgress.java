package bankroll.bench.report;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a step is: a bar on stderr where that is a terminal, else one line when the step starts. One thread. */
public final class StepProgress implements AutoCloseable {
    private final ProgressBar bar;

    /**
     * Starts a step.
     *
     * @param name what is done
     * @param total how much of it
     */
    public StepProgress(String name, long total) {
        if (System.console() == null) {
            bar = null;
            System.err.println(name + " (" + Facts.show(total) + ")");
        } else {
            bar = new ProgressBarBuilder()
                    .setTaskName(name)
                    .setInitialMax(total)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(500)
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build();
        }
    }

    /** Sets how much is done. */
    public void at(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
