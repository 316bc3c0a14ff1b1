package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.tools.source.Span;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import picocli.CommandLine.Option;

/** Options that choose a part of a journal. */
final class SpanOptions {
    @Option(names = "--from-sequence", paramLabel = "N", description = "First entry (default: the first there is).")
    private long fromSequence = 1;

    @Option(names = "--to-sequence", paramLabel = "N", description = "Last entry (default: the last there is).")
    private long toSequence = Long.MAX_VALUE;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "Only entries from this time on: 2026-11-21, 2026-11-21T03:24Z ...; without an offset in UTC, or in"
                            + " --time-zone where there is one.")
    private String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only entries before this time.")
    private String until;

    Span span() {
        return span(ZoneOffset.UTC);
    }

    /** Times without an offset are local ones of this zone. */
    Span span(ZoneId zone) {
        long sinceMs = since == null ? Long.MIN_VALUE : time(since, zone);
        long untilMs = until == null ? Long.MAX_VALUE : time(until, zone) - 1;
        if (fromSequence < 1 || toSequence < 1) {
            throw ConditionException.misuse("sequences start at 1: --from-sequence or --to-sequence is below");
        }
        if (toSequence < fromSequence) {
            throw ConditionException.misuse("--to-sequence " + toSequence + " is before --from-sequence " + fromSequence
                    + ": that chooses nothing");
        }
        if (untilMs < sinceMs) {
            throw ConditionException.misuse("--until is not after --since: that chooses nothing");
        }
        return new Span(fromSequence, toSequence, sinceMs, untilMs);
    }

    /**
     * Milliseconds since the epoch of a time as an operator writes it: {@code 2026-11-21}, {@code 2026-11-21T03:24},
     * {@code 2026-11-21T03:24:07.5} or any of the latter with an offset. What is left out is midnight, and this zone.
     */
    static long time(String text, ZoneId zone) {
        try {
            if (text.indexOf('T') < 0 && text.indexOf('t') < 0) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant().toEpochMilli();
            }
            return hasOffset(text)
                    ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                    : LocalDateTime.parse(text).atZone(zone).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw ConditionException.misuse("\"" + text + "\" is no time: write 2026-11-21 or 2026-11-21T03:24:07Z");
        }
    }

    private static boolean hasOffset(String text) {
        int clock = Math.max(text.indexOf('T'), text.indexOf('t'));
        return text.endsWith("Z") || text.endsWith("z") || text.indexOf('+', clock) > 0 || text.indexOf('-', clock) > 0;
    }

    /** Options that choose how far a journal is taken, from its beginning. */
    static final class UntilOptions {
        @Option(names = "--to-sequence", paramLabel = "N", description = "The last entry (default: the last there is).")
        private long toSequence = Long.MAX_VALUE;

        @Option(
                names = "--to-time",
                paramLabel = "TIME",
                description =
                        "Only entries before this time: 2026-11-21, 2026-11-21T03:24Z ...; UTC unless it says otherwise.")
        private String toTime;

        /** What to say when the journal ends before the entry asked for; null when it doesn't. */
        String shortfall(long lastSequence) {
            return toSequence == Long.MAX_VALUE || toSequence <= lastSequence || toTime != null
                    ? null
                    : "the journal ends at entry " + lastSequence + ", before --to-sequence " + toSequence;
        }

        Span span() {
            if (toSequence < 1) {
                throw ConditionException.misuse(
                        "--to-sequence " + toSequence + " chooses nothing: sequences start at 1");
            }
            long untilMs = toTime == null ? Long.MAX_VALUE : time(toTime, ZoneOffset.UTC) - 1;
            return new Span(1, toSequence, Long.MIN_VALUE, untilMs);
        }
    }

    /** Whose days are meant. */
    static final class ZoneOption {
        @Option(
                names = "--time-zone",
                paramLabel = "ZONE",
                description = "Whose days, as in Europe/Vienna (default: UTC).")
        private String zone = "UTC";

        ZoneId zone() {
            try {
                return ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw ConditionException.misuse(
                        "--time-zone " + zone + " is no time zone: write Europe/Vienna, UTC or +02:00");
            }
        }
    }
}
