package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * A journal whose damage is told with its whole path, and with what helps: which is another thing for a torn tail than
 * for damage in the middle. A journal that ends before what had been forced is damaged, too. Threads as the source's own.
 */
final class WatchedSource implements JournalSource {
    private final JournalSource source;
    private final Path directory;
    private final Supplier<Tail> tails;

    /** @param tails looks at the tail again each time: a live journal moves on */
    WatchedSource(JournalSource source, Path directory, Supplier<Tail> tails) {
        this.source = source;
        this.directory = directory;
        this.tails = tails;
    }

    @Override
    public long firstSequence() {
        return source.firstSequence();
    }

    @Override
    public long listedSequence() {
        return source.listedSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        Tail tail = tails.get();
        try {
            return new WatchedReader(source.reader(fromSequence), tail.forcedSequence());
        } catch (CorruptJournalException e) {
            throw explained(e);
        }
    }

    @Override
    public FrameLookup lookup() {
        return source.lookup();
    }

    /** How far it was forced is looked up now: a live journal has moved on since it was opened. */
    private CorruptJournalException explained(CorruptJournalException damage) {
        Tail tail = tails.get();
        String what = tail.what(damage);
        String detail = what.substring(what.indexOf(" must stand: ") + " must stand: ".length());
        CorruptJournalException explained = new CorruptJournalException(
                directory.resolve(damage.file()).toString(),
                damage.position(),
                damage.sequence(),
                damage.fault(),
                detail + "; " + tail.cure(damage));
        explained.initCause(damage);
        return explained;
    }

    private final class WatchedReader implements JournalReader {
        private final JournalReader reader;
        private final long forced;

        private WatchedReader(JournalReader reader, long forced) {
            this.reader = reader;
            this.forced = forced;
        }

        @Override
        public boolean next() {
            try {
                if (reader.next()) {
                    return true;
                }
                requireForced();
                return false;
            } catch (CorruptJournalException e) {
                throw explained(e);
            }
        }

        @Override
        public DirectBuffer buffer() {
            return reader.buffer();
        }

        @Override
        public int offset() {
            return reader.offset();
        }

        @Override
        public int length() {
            return reader.length();
        }

        @Override
        public long sequence() {
            return reader.sequence();
        }

        @Override
        public String place() {
            return reader.place();
        }

        @Override
        public void close() {
            reader.close();
        }

        private void requireForced() {
            long missing = sequence() + 1;
            if (missing <= forced) {
                throw new CorruptJournalException(
                        "",
                        0,
                        missing,
                        FrameFault.NONE,
                        "the journal ends here, but sequences up to " + forced + " had been forced to disk");
            }
        }
    }
}
