package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.journal.files.DurableFiles;
import bankroll.protocol.Rfc3339;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's time: the wall clock, but never less than the latest time that was recorded. A clock that steps back is
 * reported and stands still until it has caught up; one that steps forward, against the time that really passed, is
 * reported too, because entries keep its time.
 *
 * <p>A step that is too long is not taken (ADR 11): the time goes on as it passes, until the clock is set right or
 * {@link #confirm} is called. One thread.
 */
final class WriterClock {
    private static final Logger LOG = LoggerFactory.getLogger(WriterClock.class);
    private static final long WORTH_A_WORD_MS = 1_000;

    private final LongSupplier wall;
    private final NanoClock passing;
    private final long longestStepMs;
    private final Degradation degradation;
    private long latestMs;
    private long wallBeforeMs;
    private long passedBeforeNs;
    private boolean behind;
    /** A time that was right, and when: no step is taken that leads far beyond what passed since then. */
    private long referenceMs;

    private long referenceNs;
    private String refusal;
    /** Whether the refusal was told to a node that follows. */
    private boolean isToldToFollower;

    private volatile long refusedStepMs;
    private volatile long stepsForward;
    private volatile long stepsBack;

    /**
     * Goes on from the latest time in the journal. How long nobody ran is not known, so that the wall clock is taken as it
     * is; unless it was wrong by a step when the last process ended, and is so still: without the step it is not before that
     * time.
     *
     * @param stepMs the step that was not followed when the last process ended; 0 for none
     * @param wall milliseconds since the epoch; may step
     * @param passing nanoseconds from anywhere; never steps
     * @param longestStepMs the longest step forward that is taken; 0 for any
     */
    WriterClock(
            LongSupplier wall,
            NanoClock passing,
            long latestMs,
            long stepMs,
            long longestStepMs,
            Degradation degradation) {
        this.wall = wall;
        this.passing = passing;
        this.longestStepMs = longestStepMs;
        this.degradation = degradation;
        this.latestMs = latestMs;
        this.wallBeforeMs = wall.getAsLong();
        this.passedBeforeNs = passing.nanoTime();
        this.referenceMs = Math.max(latestMs, wallBeforeMs - stepMs < latestMs ? wallBeforeMs : wallBeforeMs - stepMs);
        this.referenceNs = passedBeforeNs;
    }

    long nowMs() {
        long wallMs = wall.getAsLong();
        long passedNs = passing.nanoTime();
        long expectedMs = expectedMs(passedNs);
        boolean isTooFar = isTooFar(wallMs, expectedMs);
        tell(isTooFar, false, wallMs, expectedMs);
        long nowMs = isTooFar ? expectedMs : reported(wallMs, passedNs);
        wallBeforeMs = wallMs;
        passedBeforeNs = passedNs;
        latestMs = Math.max(latestMs, nowMs);
        return latestMs;
    }

    /** Whether the wall clock is not followed, because it made too long a step. */
    boolean isStepRefused() {
        nowMs();
        return refusal != null;
    }

    /** By how much the wall clock is wrong, as far as is known; 0 while it is followed. Any thread. */
    long refusedStepMs() {
        return refusedStepMs;
    }

    /** How the wall clock behaved since the start. Any thread. */
    EngineStatus.Clock status() {
        return new EngineStatus.Clock(stepsForward, stepsBack, refusedStepMs);
    }

    /** The wall clock is right, however far it went: it is followed from now on. */
    void confirm() {
        referenceMs = wall.getAsLong();
        referenceNs = passing.nanoTime();
    }

    /** The time that passes, in nanoseconds from anywhere. Any thread. */
    long passedNs() {
        return passing.nanoTime();
    }

    /**
     * It was this time, by a clock that counts as right.
     *
     * @param atNs when, by {@link #passedNs}
     */
    void hear(long timeMs, long atNs) {
        if (timeMs > referenceMs + TimeUnit.NANOSECONDS.toMillis(atNs - referenceNs)) {
            referenceMs = timeMs;
            referenceNs = atNs;
        }
    }

    /** It is this time, by another clock that counts as right: a wall clock too far ahead of it is as one that stepped now. */
    void hearOther(long timeMs) {
        long nowNs = passing.nanoTime();
        long wallMs = wall.getAsLong();
        long expectedMs = Math.max(timeMs, latestMs);
        boolean isTooFar = isTooFar(wallMs, expectedMs);
        if (isTooFar) {
            referenceMs = timeMs;
            referenceNs = nowNs;
        } else {
            hear(timeMs, nowNs);
        }
        tell(isTooFar, true, wallMs, expectedMs);
    }

    /** What {@link #nowMs} would say, but that nothing comes of it; 0 when the wall clock is behind, and says nothing. */
    long rightMs() {
        long wallMs = wall.getAsLong();
        long expectedMs = expectedMs(passing.nanoTime());
        boolean isTooFar = isTooFar(wallMs, expectedMs);
        return isTooFar ? expectedMs : wallMs < latestMs ? 0 : wallMs;
    }

    /** What it would be if no clock had stepped; whatever was recorded counts as right. */
    private long expectedMs(long passedNs) {
        long expectedMs = referenceMs + TimeUnit.NANOSECONDS.toMillis(passedNs - referenceNs);
        hear(latestMs, passedNs);
        return Math.max(latestMs, expectedMs);
    }

    private boolean isTooFar(long wallMs, long expectedMs) {
        return longestStepMs > 0 && wallMs - expectedMs > longestStepMs;
    }

    /** Once; and anew when this node begins to lead or to follow, since what helps then is another thing. */
    private void tell(boolean isTooFar, boolean isFollower, long wallMs, long expectedMs) {
        boolean wasTooFar = refusal != null;
        if (isTooFar == wasTooFar && (!isTooFar || isFollower == isToldToFollower)) {
            return;
        }
        long stepMs = isTooFar ? wallMs - expectedMs : 0;
        refusedStepMs = stepMs;
        isToldToFollower = isFollower;
        if (isTooFar && !wasTooFar) {
            stepsForward++;
        }
        String now = isFollower ? ahead(stepMs) : stepped(stepMs, wallMs);
        refusal = degradation.replace(Part.CLOCK, refusal, isTooFar ? now : null);
    }

    private static String stepped(long stepMs, long wallMs) {
        return "the clock stepped " + stepMs + " ms forward, to " + Rfc3339.forPeople(wallMs)
                + "; bookings don't follow it, their time goes on as it passes. Set the clock right, or confirm it"
                + " with POST /operator/v1/clock/confirm";
    }

    /** A node that follows books nothing: an operator's confirmation neither. */
    private static String ahead(long stepMs) {
        return "this node's clock is " + stepMs
                + " ms ahead of the leader's. Set the clock of this machine right, or the"
                + " leader's where that one is wrong; should this node lead, bookings don't follow its clock";
    }

    /** The wall clock's time, with a word when it is not what the one before leads to. */
    private long reported(long wallMs, long passedNs) {
        reportStep(wallMs - wallBeforeMs, TimeUnit.NANOSECONDS.toMillis(passedNs - passedBeforeNs));
        boolean steppedBack = wallMs < latestMs - WORTH_A_WORD_MS;
        if (steppedBack != behind) {
            behind = steppedBack;
            reportBehind(wallMs);
        }
        return wallMs;
    }

    /** A machine that was suspended looks the same, and is worth a word as well. */
    private void reportStep(long wentMs, long passedMs) {
        if (wentMs - passedMs > WORTH_A_WORD_MS) {
            stepsForward++;
            LOG.warn(
                    LogId.CLOCK_STEPPED_FORWARD.marker(),
                    "The clock stepped {} ms forward; bookings carry its time. Check the host's time synchronisation.",
                    wentMs - passedMs);
        }
    }

    private void reportBehind(long wallMs) {
        if (behind) {
            stepsBack++;
            LOG.warn(
                    LogId.CLOCK_BEHIND.marker(),
                    "The clock is {} ms behind the journal's latest entry; bookings keep that entry's time"
                            + " until the clock has caught up. Check the host's time synchronisation.",
                    latestMs - wallMs);
        } else {
            LOG.info("The clock has caught up with the journal.");
        }
    }

    /**
     * A note in the data directory while a step of the clock is not followed: by how much it was wrong. A restart would
     * follow it else, since nobody knows how long nobody ran. One thread at a time.
     */
    static final class Mark {
        static final String FILE = "clock-step";

        private final Path file;
        private final Degradation degradation;
        private long noted;
        private String trouble;

        Mark(Path data, Degradation degradation) {
            file = data.resolve(FILE);
            this.degradation = degradation;
            noted = read();
        }

        /** The step that was not followed when the last process ended, in milliseconds; 0 for none. */
        long stepMs() {
            return noted;
        }

        /** Notes this step; 0 for none. On disk when it returns. */
        void note(long stepMs) {
            if (stepMs == noted) {
                return;
            }
            try {
                if (stepMs == 0) {
                    Files.deleteIfExists(file);
                    DurableFiles.forceDirectory(file.getParent());
                } else {
                    DurableFiles.replace(file, (stepMs + "\n").getBytes(StandardCharsets.US_ASCII));
                }
                noted = stepMs;
                trouble = degradation.replace(Part.CLOCK, trouble, null);
            } catch (IOException e) {
                String now = "that the clock is wrong can't be noted for the next start: " + Reason.of(e);
                trouble = degradation.replace(Part.CLOCK, trouble, now);
            }
        }

        /** What isn't a number was never written by this program: the clock counts as right. */
        private long read() {
            try {
                String text = Files.exists(file)
                        ? Files.readString(file, StandardCharsets.US_ASCII).strip()
                        : "";
                return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
            } catch (IOException e) {
                return 0;
            }
        }
    }
}
