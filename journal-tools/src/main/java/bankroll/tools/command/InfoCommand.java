package bankroll.tools.command;

import bankroll.engine.DataTree;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalSource;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.JournalDirectory;
import bankroll.protocol.LedgerId;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Rfc3339;
import bankroll.protocol.SettingsCommand;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.PrunedSnapshots;
import bankroll.tools.check.Relay;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemType;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Location;
import bankroll.tools.source.Mark;
import bankroll.tools.source.Tail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.DirectBuffer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says what a journal is and what is in it. */
@Command(
        name = "info",
        description = "Says what is in a journal: files, entries, bookings, chain head.",
        footer = {"", "Example:  ./bankroll journal info data"})
final class InfoCommand extends JournalCommand {
    @Option(names = "--no-chain", description = "Do not compute the chain head: faster on large journals.")
    private boolean withoutChain;

    @Override
    public Integer call() {
        Location location = source.location();
        JournalSource journal = location.open();
        Tally tally = new Tally();
        ChainHead start = withoutChain ? null : Beginning.chainStart(journal, Long.MAX_VALUE);
        ChainProof chain = start == null ? null : new ChainProof().startAfter(start);
        CorruptJournalException damage = read(journal, tally, chain);
        Summary summary = new Summary().put("directory", location.directory().toString());
        Mark mark = location.mark();
        putBounds(summary, location, mark);
        summary.put("ledger", ledger(journal));
        tally.putSpan(summary);
        if (chain != null) {
            summary.put("chain_head", chain.head().toString());
        }
        tally.putCounts(summary);
        putFiles(location, summary);
        if (damage != null) {
            Tail tail = location.tail();
            summary.put("damage", tail.what(damage)).put("cure", tail.cure(damage));
        } else if (!mark.isEndTold()) {
            summary.put("result", mark.good(tally.lastSequence));
            console.say(mark.warning(tally.lastSequence));
        }
        return console.conclude(summary, damage == null);
    }

    /** Null when no start is left, or damage is before it. */
    private static String ledger(JournalSource journal) {
        try {
            LedgerId id = LedgerIdentity.of(journal);
            return id == null ? null : id.text();
        } catch (CorruptJournalException e) {
            return null;
        }
    }

    /** Counts up to the end, or up to the damage, which it returns. */
    private CorruptJournalException read(JournalSource journal, Tally tally, ChainProof chain) {
        if (chain == null) {
            return readToDamage("info", journal, tally);
        }
        try (Relay relay = new Relay(chain)) {
            CorruptJournalException damage = readToDamage("info", journal, tally.then(relay));
            relay.finish();
            return damage;
        }
    }

    /** How many files there are, how large, which is open. */
    private static void putFiles(Location location, Summary summary) {
        if (location.isBackup()) {
            return;
        }
        Manifest manifest = new JournalDirectory(location.directory()).manifest();
        List<Summary> rows = new ArrayList<>();
        for (ClosedFile file : manifest.closed()) {
            rows.add(new Summary()
                    .put("file", file.file().name())
                    .put("sequences", file.firstSequence() + "-" + file.lastSequence())
                    .put("bytes", file.end())
                    .put("state", "closed"));
        }
        if (manifest.open() != null) {
            Path path = manifest.open().path();
            rows.add(new Summary()
                    .put("file", manifest.open().name())
                    .put("sequences", manifest.lastSequence() + 1 + "-")
                    .put("bytes", Location.size(path))
                    .put("state", "open"));
        }
        summary.put("sync_policy", syncPolicy(location));
        summary.put("disk_bytes", diskBytes(location)).put("files", rows);
        if (location.snapshots() != null) {
            summary.put("snapshots", snapshots(location.snapshots()));
        }
    }

    /** Of the last start; null when that was before it was noted. */
    private static String syncPolicy(Location location) {
        try {
            ForcedMark.Reading mark = ForcedMark.read(location.directory());
            return mark == null || mark.syncPolicy().isEmpty() ? null : mark.syncPolicy();
        } catch (CorruptJournalException e) {
            return null; // the next start makes the mark anew
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the forced mark of " + location.directory(), e);
        }
    }

    private static List<Summary> snapshots(Path directory) {
        return PrunedSnapshots.rows(
                new SnapshotStore(directory).list(),
                path -> new Summary()
                        .put("snapshot", path.getFileName().toString())
                        .put("bytes", Files.size(path)));
    }

    private static long diskBytes(Location location) {
        LongAdder bytes = new LongAdder();
        try {
            DataTree.walk(location.directory(), (file, attributes) -> {
                if (attributes.isRegularFile()) {
                    bytes.add(attributes.size());
                }
            });
            return bytes.sum();
        } catch (IOException e) {
            throw new UncheckedIOException("can't list " + location.directory(), e);
        }
    }

    /** Counts what it is given: entries, bytes, items by type and outcome, anomalies, starts. One thread. */
    private static final class Tally implements FrameHandler {
        private final Item item = new Item();
        private final long[][] counts = new long[ItemType.values().length][Outcome.CODES];
        private final long[] anomalies = new long[Anomaly.values().length];
        private long frames;
        private long bytes;
        private long firstSequence;
        private long firstTimeMs;
        private long lastSequence;
        private long lastTimeMs;
        private long largestFrame;
        private long bookings;
        private long starts;
        private String version;

        @Override
        public boolean onFrame(DirectBuffer buffer, int offset, int length) {
            lastSequence = Frame.sequence(buffer, offset);
            lastTimeMs = Frame.timeMs(buffer, offset);
            if (frames == 0) {
                firstSequence = lastSequence;
                firstTimeMs = lastTimeMs;
            }
            frames++;
            bytes += length;
            largestFrame = Math.max(largestFrame, length);
            item.wrap(buffer, offset);
            while (item.next()) {
                count();
            }
            return true;
        }

        /** Adds where the journal starts and ends. */
        private void putSpan(Summary summary) {
            summary.put("format_version", Frame.VERSION)
                    .put("software_version", version)
                    .put("entries", frames);
            if (frames > 0) {
                // as a dump has it, also at a whole second
                summary.put("first_sequence", firstSequence)
                        .put("first_time", Rfc3339.format(firstTimeMs))
                        .put("last_sequence", lastSequence)
                        .put("last_time", Rfc3339.format(lastTimeMs));
            }
            summary.put("entry_bytes", bytes).put("largest_entry", largestFrame);
            summary.put("starts", starts).put("bookings", bookings);
        }

        /** Adds how many items of each type and outcome there are, and how many anomalies. */
        private void putCounts(Summary summary) {
            List<Summary> rows = new ArrayList<>();
            for (ItemType type : ItemType.values()) {
                for (Outcome outcome : Outcome.values()) {
                    long count = counts[type.ordinal()][outcome.code()];
                    if (count > 0) {
                        rows.add(new Summary()
                                .put("type", type.label())
                                .put("status", outcome.label())
                                .put("count", count));
                    }
                }
            }
            summary.put("items", rows);
            putAnomalies(summary);
        }

        private void putAnomalies(Summary summary) {
            Summary found = new Summary();
            long total = 0;
            for (Anomaly anomaly : Anomaly.values()) {
                long count = anomalies[anomaly.ordinal()];
                if (anomaly != Anomaly.NONE && count > 0) {
                    found.put(anomaly.label(), count);
                    total += count;
                }
            }
            if (total > 0) {
                summary.put("anomalies", found);
            }
        }

        private void count() {
            counts[item.type().ordinal()][item.outcome().code()]++;
            anomalies[item.anomaly().ordinal()]++;
            if (item.type().isBooking()) {
                bookings++;
            }
            if (item.type() == ItemType.START) {
                starts++;
                version = SettingsCommand.softwareVersion(item.buffer(), item.offset());
            }
        }
    }
}
