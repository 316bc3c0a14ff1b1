package bankroll.journal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
            throw new IllegalArgumentException("sync interval " + intervalMs + " ms is not in 1.." + MAX_INTERVAL_MS);
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
