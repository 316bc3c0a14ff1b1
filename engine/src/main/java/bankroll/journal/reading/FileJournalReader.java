package bankroll.journal.reading;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalReader;
import bankroll.journal.files.ClosedFile;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * Reads the journal's files one after the other, and follows a journal that is being written, in this process or in
 * another one. It needs no lock: a frame is visible once its record header is, and a file is over once the manifest
 * says so or a later file has a frame.
 */
final class FileJournalReader implements JournalReader {
    /** How often an idle follower looks for a new file; the end mark of a full file is seen at once. */
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path journal;
    private final long fromSequence;
    private final Supplier<JournalMap> maps;
    private JournalMap map;
    private JournalMap.Entry current;
    private FrameCursor cursor;
    private boolean nextIsKnown;
    private int lookedAt = -1;
    private long lookedNs;

    FileJournalReader(Path journal, long fromSequence) {
        this(journal, fromSequence, () -> JournalMap.load(journal));
    }

    /** @param maps what is there, as it is when it is asked for. */
    FileJournalReader(Path journal, long fromSequence, Supplier<JournalMap> maps) {
        this.journal = journal;
        this.fromSequence = fromSequence;
        this.maps = maps;
        this.map = maps.get();
        if (fromSequence < map.firstSequence()) {
            throw removed(map.firstSequence());
        }
    }

    @Override
    public boolean next() {
        if (cursor == null && !start()) {
            return false;
        }
        while (true) {
            switch (cursor.next()) {
                case FRAME -> {
                    return true;
                }
                case END -> {
                    if (!moveOn()) {
                        return false;
                    }
                }
                case FAULT -> throwUnlessBehindTheEnd();
            }
        }
    }

    private boolean start() {
        JournalMap.Entry entry = map.holding(fromSequence);
        if (entry == null) {
            map = maps.get();
            entry = map.holding(fromSequence);
        }
        if (entry == null) {
            return false;
        }
        JournalMap.Entry begin = entry;
        long first = entry.firstSequence();
        open(entry, first, () -> FrameCursor.from(begin.file(), first == 0 ? fromSequence : first));
        skipTo(fromSequence);
        return true;
    }

    private void skipTo(long sequence) {
        while (cursor.sequence() + 1 < sequence) {
            switch (cursor.skip()) {
                case FRAME -> {}
                case FAULT -> throw damage();
                case END -> {
                    if (!moveOn()) {
                        long last = cursor.sequence();
                        close();
                        throw new IllegalArgumentException(
                                "sequence " + sequence + " is not in the journal: it ends at " + last);
                    }
                }
            }
        }
    }

    /** A file that the journal still lists and that isn't there is damage; one that a retention has removed meanwhile is not. */
    private void open(JournalMap.Entry entry, long sequence, Supplier<FrameCursor> opening) {
        FrameCursor opened;
        try {
            opened = opening.get();
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof NoSuchFileException)) {
                throw e;
            }
            long kept = maps.get().firstSequence();
            throw kept <= sequence ? Damage.of(entry.file(), sequence, "the file is missing") : removed(kept);
        }
        close();
        current = entry;
        cursor = opened;
        nextIsKnown = false;
        lookedAt = -1;
        if (entry.closed() != null) {
            cursor.limit(entry.closed().end());
        }
    }

    private static ConditionException removed(long firstKept) {
        return ConditionException.wrong("a retention has just removed the entries before " + firstKept
                + ", which were still to be read; nothing is wrong with the journal: do this again");
    }

    /** At the end of the current file: true when there is something to try again, here or in the next file. */
    private boolean moveOn() {
        if (current.closed() != null) {
            return leaveClosedFile();
        }
        if (!isTimeToLook(cursor.position())) {
            return false;
        }
        reload();
        if (current.closed() != null) {
            return true;
        }
        JournalMap.Entry next = map.after(current.file().number());
        if (next == null || FrameCursor.firstSequence(next.file()) == 0) {
            nextIsKnown = false;
            return false;
        }
        lookOnceMoreOrEnter(next);
        return true;
    }

    /** The next file has a frame, so this one has its last; but that may have come since we looked. */
    private void lookOnceMoreOrEnter(JournalMap.Entry next) {
        if (nextIsKnown) {
            enter(next);
        } else {
            nextIsKnown = true;
            lookedAt = -1;
        }
    }

    private boolean leaveClosedFile() {
        if (cursor.sequence() != current.closed().lastSequence()) {
            throw Damage.endsEarly(current.closed(), cursor);
        }
        JournalMap.Entry next = map.after(current.file().number());
        if (next == null && isTimeToLook(cursor.position())) {
            map = maps.get();
            next = map.after(current.file().number());
        }
        if (next == null) {
            return false;
        }
        enter(next);
        return true;
    }

    private void enter(JournalMap.Entry next) {
        long sequence = cursor.sequence();
        int crc = cursor.crc();
        open(next, sequence + 1, () -> FrameCursor.behind(next.file(), sequence, crc));
    }

    private boolean isTimeToLook(int position) {
        long nowNs = System.nanoTime();
        if (!cursor.isEnded() && position == lookedAt && nowNs - lookedNs < LOOK_INTERVAL_NS) {
            return false;
        }
        lookedAt = position;
        lookedNs = nowNs;
        return true;
    }

    private void reload() {
        map = maps.get();
        ClosedFile closed = map.closed(current.file().number());
        if (closed != null) {
            current = new JournalMap.Entry(current.file(), closed);
            cursor.limit(closed.end());
        }
    }

    /** A torn tail that a later start has set aside is behind the end of its file, and no damage. */
    private void throwUnlessBehindTheEnd() {
        boolean wasLive = current.closed() == null;
        if (wasLive) {
            reload();
        }
        if (!wasLive
                || current.closed() == null
                || cursor.position() < current.closed().end()) {
            throw damage();
        }
    }

    private CorruptJournalException damage() {
        return Damage.at(current.file(), cursor);
    }

    @Override
    public DirectBuffer buffer() {
        return cursor.buffer();
    }

    @Override
    public int offset() {
        return cursor.framePosition();
    }

    @Override
    public int following(int frame) {
        return cursor.following(frame);
    }

    @Override
    public int length() {
        return cursor.frameLength();
    }

    @Override
    public long sequence() {
        return cursor == null ? fromSequence - 1 : cursor.sequence();
    }

    @Override
    public String place() {
        return cursor == null ? journal.toString() : current.file().name() + " at byte " + cursor.framePosition();
    }

    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
