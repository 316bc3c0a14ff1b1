package bankroll.tools;

import bankroll.tools.console.CommandFailure;
import bankroll.tools.read.Span;
import bankroll.tools.read.TimeText;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that choose a part of a journal. */
final class SpanOptions {
    @Option(names = "--from-sequence", paramLabel = "N", description = "First entry (default: the first there is).")
    private long fromSequence = 1;

    @Option(names = "--to-sequence", paramLabel = "N", description = "Last entry (default: the last there is).")
    private long toSequence = Long.MAX_VALUE;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Time.class,
            description = "Only entries from this time on: 2026-11-21, 2026-11-21T03:24Z ...; UTC unless it says otherwise.")
    private long sinceMs = Long.MIN_VALUE;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = Time.class,
            description = "Only entries before this time.")
    private long untilMs = Long.MAX_VALUE;

    Span span() {
        if (fromSequence < 1 || toSequence < fromSequence) {
            throw CommandFailure.misuse("--from-sequence " + fromSequence + " --to-sequence " + toSequence
                    + " chooses nothing: sequences start at 1");
        }
        if (untilMs <= sinceMs) {
            throw CommandFailure.misuse("--until is not after --since: that chooses nothing");
        }
        return new Span(fromSequence, toSequence, sinceMs, untilMs == Long.MAX_VALUE ? untilMs : untilMs - 1);
    }

    /** A time in milliseconds since the epoch. */
    static final class Time implements ITypeConverter<Long> {
        @Override
        public Long convert(final String text) {
            try {
                return TimeText.parse(text);
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
