package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.tools.source.Span;
import bankroll.tools.source.TimeText;
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
                    "Only entries from this time on: 2026-11-21, 2026-11-21T03:24Z ...; UTC unless it says otherwise.")
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

    private static long time(String text, ZoneId zone) {
        try {
            return TimeText.parse(text, zone);
        } catch (IllegalArgumentException e) {
            throw ConditionException.misuse(e.getMessage());
        }
    }
}
