package bankroll.journal;

import bankroll.agent.AgentHost;
import bankroll.condition.Degradation;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Every option of the journal with its default and unit. Set, then {@link #conclude()} checks once; after that it is
 * not changed any more.
 */
public final class JournalContext {
    /** Size of a journal file. */
    public static final long FILE_BYTES_DEFAULT = 256L << 20;
    /** The smallest file. */
    public static final long FILE_BYTES_MIN = 256L << 10;
    /** What Chronicle's own pages need of a file, at most. */
    public static final long OVERHEAD_BYTES = 160L << 10;
    /** The largest file: readers map a file as a whole. */
    public static final long FILE_BYTES_MAX = 1L << 30;
    /** Free bytes below which no booking is taken. */
    public static final long LOW_WATER_BYTES_DEFAULT = 512L << 20;
    /** Milliseconds between two looks at the free space. */
    public static final long DISK_POLL_MS_DEFAULT = 500;
    /** Bytes of closed files that the system should keep in memory. */
    public static final long CACHED_BYTES_DEFAULT = 1L << 30;
    /** What {@link #lowWaterBytes()} may be. */
    public static final Range LOW_WATER_BYTES = new Range(0, 1L << 50);
    /** What {@link #cachedBytes()} may be. */
    public static final Range CACHED_BYTES = new Range(0, 1L << 50);

    private Path directory;
    private SyncPolicy syncPolicy = SyncPolicy.ALWAYS;
    private long fileBytes = FILE_BYTES_DEFAULT;
    private int maxFrameBytes = Frame.MAX_LENGTH;
    private boolean zerosAhead = true;
    private long lowWaterBytes = LOW_WATER_BYTES_DEFAULT;
    private long cachedBytes = CACHED_BYTES_DEFAULT;
    private long diskPollMs = DISK_POLL_MS_DEFAULT;
    private AgentHost agentHost = AgentHost.THREADS;
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;
    private Consumer<Throwable> failureHandler = failure -> {};
    private Degradation degradation = new Degradation(System::currentTimeMillis);
    private OpeningWatch openingWatch = OpeningWatch.NONE;

    /** The journal's directory, created when it is missing; no default. */
    public JournalContext directory(Path value) {
        directory = value;
        return this;
    }

    /** When bytes are forced; the default is {@code always}. */
    public JournalContext syncPolicy(SyncPolicy value) {
        syncPolicy = value;
        return this;
    }

    /** Bytes of a journal file; a full one is followed by the next. A start begins with a smaller one. */
    public JournalContext fileBytes(long value) {
        fileBytes = value;
        return this;
    }

    /** The longest frame; a file holds at least one of these. Only tests with small files need less. */
    public JournalContext maxFrameBytes(int value) {
        maxFrameBytes = value;
        return this;
    }

    /**
     * Whether the next file's blocks are written with zeros ahead (ADR 15); the default is true. Only who reads everything
     * back from the disk itself can do without. With the policy {@code none} they never are.
     */
    public JournalContext zerosAhead(boolean value) {
        zerosAhead = value;
        return this;
    }

    /** Free bytes below which no booking is taken; 0 switches the check off. */
    public JournalContext lowWaterBytes(long value) {
        lowWaterBytes = value;
        return this;
    }

    /** Bytes of the newest closed files that the system should keep in memory; 0 leaves all of that to the system. */
    public JournalContext cachedBytes(long value) {
        cachedBytes = value;
        return this;
    }

    /** Milliseconds between two looks at the free space. */
    public JournalContext diskPollMs(long value) {
        diskPollMs = value;
        return this;
    }

    /** Where the agents get their turns; a thread each by default. */
    public JournalContext agentHost(AgentHost value) {
        agentHost = value;
        return this;
    }

    /** How fast files are filled and made ready is told by this one. For simulation. */
    public JournalContext nanoClock(NanoClock value) {
        nanoClock = value;
        return this;
    }

    /** Told about a failure of one of the journal's own agents; it halts the process. Default: nothing. */
    public JournalContext failureHandler(Consumer<Throwable> value) {
        failureHandler = value;
        return this;
    }

    /** Told what the journal can't do as it should while it goes on; one of its own by default. */
    public JournalContext degradation(Degradation value) {
        degradation = value;
        return this;
    }

    /** Told how far the opening is; nobody by default. */
    public JournalContext openingWatch(OpeningWatch value) {
        openingWatch = value;
        return this;
    }

    public Path directory() {
        return directory;
    }

    public SyncPolicy syncPolicy() {
        return syncPolicy;
    }

    public long fileBytes() {
        return fileBytes;
    }

    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /** Whether a force shall find blocks that were written before. */
    public boolean zerosAhead() {
        return zerosAhead && syncPolicy.kind() != SyncPolicy.Kind.NONE;
    }

    public long lowWaterBytes() {
        return lowWaterBytes;
    }

    public long cachedBytes() {
        return cachedBytes;
    }

    public long diskPollMs() {
        return diskPollMs;
    }

    public AgentHost agentHost() {
        return agentHost;
    }

    public NanoClock nanoClock() {
        return nanoClock;
    }

    public Consumer<Throwable> failureHandler() {
        return failureHandler;
    }

    public Degradation degradation() {
        return degradation;
    }

    public OpeningWatch openingWatch() {
        return openingWatch;
    }

    /** Checks every option; an {@link IllegalArgumentException} names the first bad one. */
    public JournalContext conclude() {
        Objects.requireNonNull(directory, "journal directory");
        Objects.requireNonNull(syncPolicy, "sync policy");
        Objects.requireNonNull(failureHandler, "failure handler");
        new Range(FILE_BYTES_MIN, FILE_BYTES_MAX).require("journal.file-bytes", fileBytes);
        new Range(Frame.MIN_LENGTH, Math.min(Frame.MAX_LENGTH, fileBytes - OVERHEAD_BYTES))
                .require("journal.max-frame-bytes", maxFrameBytes);
        LOW_WATER_BYTES.require("journal.low-water-bytes", lowWaterBytes);
        CACHED_BYTES.require("journal.cached-bytes", cachedBytes);
        new Range(1, 60_000).require("journal.disk-poll-ms", diskPollMs);
        return this;
    }

    /**
     * What an answer promises about the disk; docs/adr/0004-sync-policy.md says it in full.
     *
     * @param kind when bytes are forced.
     * @param intervalMs milliseconds between two forces; 0 unless {@link Kind#INTERVAL}.
     */
    public record SyncPolicy(Kind kind, long intervalMs) {

        /** When bytes are forced to disk. */
        public enum Kind {
            /** Before the answer, by group commit: nothing acknowledged is lost in a power cut. */
            ALWAYS,
            /** Every so many milliseconds: a power cut loses at most what was acknowledged since. */
            INTERVAL,
            /** When a file is full or the journal is closed: survives a killed process, not a power cut. */
            NONE
        }

        /** Bytes on disk before the answer; the default. */
        public static final SyncPolicy ALWAYS = new SyncPolicy(Kind.ALWAYS, 0);
        /** Only the operating system decides. */
        public static final SyncPolicy NONE = new SyncPolicy(Kind.NONE, 0);

        /** The longest interval: a minute of money at risk is enough. */
        public static final long MAX_INTERVAL_MS = 60_000;

        private static final Pattern INTERVAL = Pattern.compile("interval=(\\d{1,6})(?:ms)?");

        public SyncPolicy {
            boolean inBounds = intervalMs >= 1 && intervalMs <= MAX_INTERVAL_MS;
            if (kind == Kind.INTERVAL ? !inBounds : intervalMs != 0) {
                throw new IllegalArgumentException(
                        "sync interval " + intervalMs + " ms is not in 1.." + MAX_INTERVAL_MS);
            }
        }

        /** Every so many milliseconds. */
        public static SyncPolicy interval(long intervalMs) {
            return new SyncPolicy(Kind.INTERVAL, intervalMs);
        }

        /** Reads {@code always}, {@code none} or {@code interval=<ms>}. */
        public static SyncPolicy parse(String text) {
            Matcher interval = INTERVAL.matcher(text);
            if (interval.matches()) {
                return interval(Long.parseLong(interval.group(1)));
            }
            return switch (text) {
                case "always" -> ALWAYS;
                case "none" -> NONE;
                default ->
                    throw new IllegalArgumentException(
                            "sync policy \"" + text + "\" is none of: always, interval=<ms>, none");
            };
        }

        /** As {@link #parse} reads it. */
        @Override
        public String toString() {
            return switch (kind) {
                case ALWAYS -> "always";
                case NONE -> "none";
                case INTERVAL -> "interval=" + intervalMs;
            };
        }
    }

    /**
     * What a number among the options may be.
     *
     * @param least the smallest that is taken
     * @param most the largest that is taken
     */
    public record Range(long least, long most) {
        /** Refuses what lies outside. */
        public void require(String name, long value) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
            }
        }
    }
}
