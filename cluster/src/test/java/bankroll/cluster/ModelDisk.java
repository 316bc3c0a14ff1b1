package bankroll.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A member's disk in the model: the log that its archive keeps, its list of leaders ({@code recording.log}), and the newest term
 * for which it stood or voted. A byte of the log is one {@link Entry}. What isn't forced may be lost, or not.
 */
final class ModelDisk {
    static final int NONE = -1;

    private Entry[] log = new Entry[64];
    private List<Term> forcedBook = List.of();
    /** Up to where the log was before its end was cut off: that comes to the disk with the next entry. */
    private int cutOff;

    private List<Term> book = new ArrayList<>();
    int written;
    int forced;
    int cuts;
    /** Up to where it is known to hold what was answered. */
    int compared;
    /** Forced whenever it changes. */
    int candidateTerm = NONE;

    /** What stands in the log, a booking or the begin of a term. There is one of each: copies are the same object. */
    static final class Entry {
        final int term;
        /** Where the term begins; {@link #NONE} of a booking. */
        final int base;

        Entry(int term, int base) {
            this.term = term;
            this.base = base;
        }

        boolean beginsTerm() {
            return base != NONE;
        }

        /** Whether the same is booked by it: the begin of a term books nothing. */
        boolean isAs(Entry other) {
            return this == other || beginsTerm() && other.beginsTerm();
        }

        @Override
        public String toString() {
            return (beginsTerm() ? "begin of term " : "booking of term ") + term;
        }
    }

    /** A leader's time: from which position to which, if that is known. */
    record Term(int id, int base, int end) {}

    Entry get(int position) {
        return log[position];
    }

    /** The log as it is. */
    Entry[] copy() {
        return Arrays.copyOf(log, written);
    }

    void append(Entry entry) {
        if (written == log.length) {
            log = Arrays.copyOf(log, 2 * written);
        }
        log[written++] = entry;
        cutOff = 0;
    }

    void force() {
        forced = written;
    }

    /** As {@code ConsensusModuleAgent.truncateLogEntry}: nothing of it is forced. */
    void truncate(int term, int position) {
        cutOff = Math.max(cutOff, written);
        written = position;
        forced = position;
        compared = Math.min(compared, position);
        cuts++;
        if (term != NONE) {
            end(term, position);
        }
    }

    /** The process is killed: the start after it takes what the system had been given. */
    void kill(RandomGenerator random) {
        written = forced + random.nextInt(written - forced + 1);
        forced = written;
        compared = 0;
    }

    void cutPower(RandomGenerator random) {
        written = cutOff > written && random.nextBoolean() ? cutOff : forced + random.nextInt(written - forced + 1);
        forced = written;
        compared = 0;
        if (random.nextBoolean()) {
            book = new ArrayList<>(forcedBook);
        }
    }

    Term lastTerm() {
        return book.isEmpty() ? null : book.get(book.size() - 1);
    }

    Term term(int id) {
        for (int i = book.size() - 1; i >= 0; i--) {
            if (book.get(i).id == id) {
                return book.get(i);
            }
        }
        return null;
    }

    /** Whether its list has a term also behind a power cut. */
    boolean hasForced(int id) {
        return forcedBook.stream().anyMatch(term -> term.id == id);
    }

    /** As {@code RecordingLog.ensureCoherent}. */
    void name(int firstTerm, int firstBase, int id, int base, int end) {
        Term last = lastTerm();
        if (last == null) {
            for (int before = Math.max(0, firstTerm); before < id; before++) {
                begin(before, firstBase);
            }
            begin(id, base);
        } else if (last.id < id) {
            if (last.end == NONE) {
                end(last.id, base);
            }
            int lastEnd = lastTerm().end;
            for (int between = last.id + 1; between <= id; between++) {
                begin(between, lastEnd);
            }
        }
        if (end != NONE) {
            end(id, end);
        }
        forcedBook = List.copyOf(book);
        cutOff = 0; // what the file system noted before comes to the disk with it
    }

    /** As {@link OpenTerm}. */
    void openLastTerm() {
        if (!book.isEmpty()) {
            Term last = lastTerm();
            book.set(book.size() - 1, new Term(last.id, last.base, NONE));
        }
    }

    private void begin(int id, int base) {
        if (!book.isEmpty()) {
            end(book.get(book.size() - 1).id, base);
        }
        book.add(new Term(id, base, NONE));
    }

    private void end(int id, int end) {
        for (int i = book.size() - 1; i >= 0; i--) {
            if (book.get(i).id == id) {
                book.set(i, new Term(id, book.get(i).base, end));
                return;
            }
        }
        throw new ModelMember.GivenUp("unknown term " + id);
    }

    @Override
    public String toString() {
        return forced + " of " + written + ", " + book + ", candidate term " + candidateTerm;
    }
}
