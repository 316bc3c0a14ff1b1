package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.tools.source.Span;
import java.time.ZoneOffset;
import picocli.CommandLine.Option;

/** Options that choose how far a journal is taken, from its beginning. */
final class UntilOptions {
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
            throw ConditionException.misuse("--to-sequence " + toSequence + " chooses nothing: sequences start at 1");
        }
        long untilMs = toTime == null ? Long.MAX_VALUE : SpanOptions.time(toTime, ZoneOffset.UTC) - 1;
        return new Span(1, toSequence, Long.MIN_VALUE, untilMs);
    }
}
