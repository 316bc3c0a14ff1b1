package bankroll.engine;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a start is: what it does, how much of that is done, how fast it went lately and how long it will take at that
 * pace. The pace of the last seconds says more than the mean, since entries have 1 to 500 items. The log has it every two
 * seconds. The starting thread tells; {@link #standing} is for any thread.
 */
public final class RecoveryProgress {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryProgress.class);
    private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(2);

    private final NanoClock clock;
    private volatile Standing standing = new Standing(Step.JOURNAL, 0, 0, 0);
    private long reported;
    private long reportedNs;

    /** What a start does, in this order. Labels are part of the metrics. */
    public enum Step {
        /** Looks at the journal's files and at its end. */
        JOURNAL("journal", "the journal is opened", ": file", "files"),
        /** Reads the newest snapshot. */
        SNAPSHOT("snapshot", "the snapshot's byte", "", "bytes"),
        /** Applies what came after it. */
        REPLAY("replay", "entry", "", "entries"),
        /** Waits for the chain, which is computed beside the replay. */
        CHAIN("chain", "all entries are applied, the chain is checked up to entry", "", "entries"),
        /** It is over. */
        DONE("done", "the journal is recovered", "", "");

        private final String label;
        private final String words;
        private final String piece;
        private final String units;

        Step(String label, String words, String piece, String units) {
            this.label = label;
            this.words = words;
            this.piece = piece;
            this.units = units;
        }

        /** As the metrics write it. */
        public String label() {
            return label;
        }
    }

    /**
     * How a start stands.
     *
     * @param step what it does
     * @param done of that, in bytes or entries
     * @param total of that; 0 where nobody knows
     * @param perSecond lately; 0 while nobody knows
     */
    public record Standing(Step step, long done, long total, double perSecond) {
        /** How much of a step is done: 0 to 1. */
        public double ratio(Step of) {
            if (of == step && total > 0) {
                return (double) done / total;
            }
            return of.compareTo(step) < 0 ? 1 : 0;
        }

        /** Seconds until the present step is over; 0 when nothing is left, not a number while nobody knows. */
        public double secondsLeft() {
            if (step == Step.DONE) {
                return 0;
            }
            return perSecond > 0 ? (total - done) / perSecond : Double.NaN;
        }

        /** For people. */
        public String words() {
            if (total == 0) {
                return step.words;
            }
            String words =
                    step.words + step.piece + " " + done + " of " + total + " (" + (int) (100 * ratio(step)) + " %)";
            return perSecond > 0
                    ? words + ", " + Math.round(perSecond) + " " + step.units + "/s, " + Math.round(secondsLeft())
                            + " s left"
                    : words;
        }
    }

    RecoveryProgress(NanoClock clock) {
        this.clock = clock;
    }

    /** Any thread. */
    public Standing standing() {
        return standing;
    }

    /** A step begins, so much of which is done already. */
    void begin(Step step, long done, long total) {
        reported = done;
        reportedNs = clock.nanoTime();
        standing = new Standing(step, done, total, 0);
    }

    /** So much of the present step is done. */
    void at(long done) {
        Standing before = standing;
        long tookNs = clock.nanoTime() - reportedNs;
        boolean isReport = tookNs >= REPORT_EVERY_NS;
        boolean isNews = isReport || before.perSecond == 0 && tookNs > 0;
        double perSecond = isNews ? (done - reported) / (tookNs / 1e9) : before.perSecond;
        standing = new Standing(before.step, done, before.total, perSecond);
        if (isReport) {
            LOG.info("Recovering: {}.", standing.words());
            reported = done;
            reportedNs += tookNs;
        }
    }

    /** This much of something whose size shows with the first piece, and that may begin anew. */
    void at(Step step, long done, long total) {
        if (standing.step != step || standing.total != total || done < standing.done) {
            begin(step, 0, total);
        }
        at(done);
    }
}
