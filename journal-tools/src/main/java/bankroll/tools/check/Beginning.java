package bankroll.tools.check;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where a proof begins. A whole journal begins with entry 1. One that a retention has shortened begins with a snapshot
 * that reaches it, and with a chain value that one of its entries carries: who noted a later value can still prove that
 * nothing was changed, since no other entries lead to the same value.
 *
 * @param firstSequence the oldest entry there is
 * @param chain the chain value to go on from, or null when no entry carries one that could be continued
 * @param snapshot the state to go on from; null for the empty one
 */
public record Beginning(long firstSequence, ChainHead chain, CheckedSnapshot snapshot) {
    /** Of a whole journal. */
    public static final Beginning WHOLE = new Beginning(1, ChainHead.START, null);

    /**
     * Finds the one from which most can be proved: with the oldest snapshot.
     *
     * @param snapshots where snapshots are, or null
     */
    public static Beginning of(JournalSource journal, Path snapshots) {
        return upTo(journal, snapshots, Long.MAX_VALUE);
    }

    /** As {@link #of}, when entries behind this one do not matter. */
    public static Beginning upTo(JournalSource journal, Path snapshots, long lastSequence) {
        long first = journal.firstSequence();
        if (first == 1) {
            return WHOLE;
        }
        CheckedSnapshot oldest = new UsableSnapshots(journal, snapshots).oldest(lastSequence);
        return new Beginning(first, chainStart(journal, lastSequence), oldest);
    }

    /** Of a proof that looks at frames only and needs no state. */
    public static Beginning ofFrames(JournalSource journal) {
        return new Beginning(journal.firstSequence(), chainStart(journal, Long.MAX_VALUE), null);
    }

    /** Finds the one from which the state at an entry is known soonest: with the newest snapshot, without a chain. */
    public static Beginning nearest(JournalSource journal, Path snapshots, long lastSequence) {
        long first = journal.firstSequence();
        return first == 1
                ? WHOLE
                : new Beginning(first, null, new UsableSnapshots(journal, snapshots).newest(lastSequence));
    }

    /**
     * Where the chain of a journal can be followed from: its beginning, or, when a retention has removed that, the first
     * value carried by an entry that doesn't lie before what is left. The value itself is taken as given; null when no entry
     * up to this one carries such a value.
     */
    public static ChainHead chainStart(JournalSource journal, long lastSequence) {
        return journal.firstSequence() == 1 ? ChainHead.START : firstCarried(journal, lastSequence);
    }

    private static ChainHead firstCarried(JournalSource journal, long lastSequence) {
        long first = journal.firstSequence();
        try (JournalReader reader = journal.reader(first)) {
            while (reader.next() && reader.sequence() <= lastSequence) {
                if (Frame.chainSequence(reader.buffer(), reader.offset()) + 1 >= first) {
                    return ChainHead.of(reader.buffer(), reader.offset());
                }
            }
        } catch (CorruptJournalException e) {
            // the check that reads the journal tells of it
        }
        return null;
    }

    /** The same with a copy of its snapshot. */
    public Beginning from(CheckedSnapshot copy) {
        return new Beginning(firstSequence, chain, copy);
    }

    /** Whether entries before it are gone. */
    public boolean isShortened() {
        return firstSequence > 1;
    }

    /** A new ledger with the state that it begins with. */
    public Ledger ledger() {
        Ledger ledger = new Ledger();
        if (snapshot != null) {
            load(ledger);
        }
        return ledger;
    }

    private void load(Ledger ledger) {
        try {
            new SnapshotStore(snapshot.path().getParent()).load(snapshot.path(), ledger);
        } catch (UncheckedIOException e) {
            ledger.close();
            throw e.getCause() instanceof NoSuchFileException ? snapshotGone(e) : e;
        }
    }

    /** Of a service that goes on: the snapshot was there when it was chosen. */
    public ConditionException snapshotGone(Exception cause) {
        return ConditionException.wrong(
                "the snapshot " + snapshot.path()
                        + " was removed meanwhile, as the service does when it has a newer one: call again",
                cause);
    }

    /** What it begins with, for people; null for a whole journal. */
    public String name() {
        return snapshot == null
                ? null
                : "snapshot " + snapshot.path().getFileName() + ": a retention removed what came before entry "
                        + firstSequence;
    }

    /** The last entry that is part of the state that it begins with; 0 for the empty one. */
    public long stateSequence() {
        return snapshot == null ? 0 : snapshot.head().sequence();
    }

    /** Whether an entry is part of the state that it begins with. */
    boolean contains(long sequence) {
        return sequence <= stateSequence();
    }

    /**
     * The snapshots that can stand for what a retention has removed: whole, of this journal, and without a gap before its
     * first entry. One thread.
     */
    public static final class UsableSnapshots {
        private final JournalSource journal;
        private final Path directory;
        private final long first;
        private final List<String> unusable = new ArrayList<>();
        private long beyond;

        /**
         * Of a journal.
         *
         * @param directory where they are; null when there is no such place
         */
        public UsableSnapshots(JournalSource journal, Path directory) {
            this.journal = journal;
            this.directory = directory;
            first = journal.firstSequence();
        }

        /** The oldest one, if it is not beyond this entry: from it most can be proved. */
        CheckedSnapshot oldest(long lastSequence) {
            return choose(Comparator.naturalOrder(), lastSequence);
        }

        /** The newest one that is not beyond this entry: from it least has to be applied. */
        CheckedSnapshot newest(long lastSequence) {
            return choose(Comparator.reverseOrder(), lastSequence);
        }

        /** Whether one of these is usable. */
        public boolean isAnyOf(List<Path> paths) {
            SnapshotStore store = new SnapshotStore(directory);
            return paths.stream().anyMatch(path -> usable(store, path) != null);
        }

        /** Why those that were looked at are not usable, in brackets; empty when there is nothing to say. */
        public String reasons() {
            return unusable.isEmpty() ? "" : " (" + String.join("; ", unusable) + ")";
        }

        private CheckedSnapshot choose(Comparator<Path> order, long lastSequence) {
            SnapshotStore store = directory == null ? null : new SnapshotStore(directory);
            List<Path> paths = store == null ? List.of() : store.list();
            for (Path path : paths.stream().sorted(order).toList()) {
                CheckedSnapshot snapshot = usable(store, path);
                if (snapshot != null && snapshot.head().sequence() <= lastSequence) {
                    return snapshot;
                }
                if (snapshot != null) {
                    beyond = beyond == 0
                            ? snapshot.head().sequence()
                            : Math.min(beyond, snapshot.head().sequence());
                }
            }
            throw beyond > 0 ? tooEarly(lastSequence) : none();
        }

        private CheckedSnapshot usable(SnapshotStore store, Path path) {
            try {
                CheckedSnapshot snapshot = store.prove(path);
                SnapshotHead.Standing standing = snapshot.head().standing(journal);
                if (standing.isUsable()) {
                    return snapshot;
                }
                unusable.add(path.getFileName() + " " + standing.text());
            } catch (InvalidSnapshotException e) {
                unusable.add(path.getFileName() + " " + e.getMessage());
            }
            return null;
        }

        private ConditionException tooEarly(long lastSequence) {
            return ConditionException.misuse("what came before entry " + first
                    + " was removed, and the oldest snapshot that"
                    + " stands for it is of entry " + beyond + ": nothing is known of the state at entry "
                    + lastSequence
                    + "; ask for entry " + beyond + " or a later one, or use a backup that goes back further");
        }

        private ConditionException none() {
            return ConditionException.wrong(
                    "the journal starts at sequence " + first + ": what came before was removed, and"
                            + " no valid snapshot reaches it" + reasons()
                            + ", so its state can't be rebuilt (verify --frames-only needs none); "
                            + (directory == null
                                    ? "name the data directory, where the journal's snapshots are"
                                    : "\"./bankroll journal salvage DIR --with BACKUP NEW\" takes one from a backup"));
        }
    }
}
