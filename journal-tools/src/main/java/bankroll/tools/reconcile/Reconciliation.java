package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Items.Position;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Item;
import bankroll.tools.reconcile.DifferenceWriter.Kind;
import bankroll.tools.reconcile.RecordReader.PlatformRecord;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Span;
import java.util.TreeSet;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Holds one platform's list against the journal and writes every difference. One use, one thread. */
public final class Reconciliation implements FrameHandler {

    private final JournalSource journal;
    private final PlatformFile file;
    private final Span window;
    private final DifferenceWriter out;
    private final Item item = new Item();
    private final AccountCurrencies accounts = new AccountCurrencies();
    private final TreeSet<String> platforms = new TreeSet<>();
    private Removed removed;
    private String platform;
    private IdHasher hasher;
    private PlatformTable table;
    private long records;
    private long notCompared;
    private long ours;
    private long same;

    /**
     * Prepares.
     *
     * @param journal ours
     * @param file theirs
     * @param platform which platform's; null: the only one there is
     * @param window when a booking of ours must be in their list
     * @param text where differences go
     * @param asJson whether as JSON lines
     */
    public Reconciliation(
            JournalSource journal, PlatformFile file, String platform, Span window, TextBuffer text, boolean asJson) {
        this.journal = journal;
        this.file = file;
        this.platform = platform;
        this.window = window;
        out = new DifferenceWriter(text, asJson, accounts, file.decimals());
    }

    /** A ledger knows of transactions whose entries a retention has removed; it stays the caller's. */
    public Reconciliation startFrom(Ledger ledger) {
        removed = new Removed(ledger);
        accounts.startFrom(ledger);
        return this;
    }

    /** Does it, and tells the totals. */
    public Summary run(FrameScan scan, Tasks tasks) {
        file.requireFile();
        if (platform == null) {
            platform = onlyPlatform();
        }
        hasher = new IdHasher(removed == null ? hashKey() : removed.ledger.hashKey(), platform);
        table = new PlatformTable(hasher);
        try (Progress shown = tasks.begin("read the list", "bytes", file.bytes())) {
            file.read(this::load, shown);
        }
        try (Progress shown = tasks.begin("reconcile", "entries", scan.size())) {
            scan.run(this, shown);
        }
        try (FrameLookup lookup = journal.lookup();
                Progress shown = tasks.begin("look for the rest", "bytes", file.bytes())) {
            file.read(record -> conclude(record, lookup), shown);
        }
        Summary summary = new Summary()
                .put("platform", platform)
                .put("their_records", records)
                .put("our_bookings", ours)
                .put("same", same);
        if (removed != null) {
            summary.put("not_compared", notCompared);
        }
        if (!platforms.contains(platform)) {
            summary.put(
                    "note",
                    "no transaction of platform " + platform + " is here"
                            + (platforms.isEmpty() ? "" : ", only of: " + String.join(", ", platforms)));
        }
        return summary.put("differences", out.count()).put("totals", out.totals());
    }

    /** Whether nothing differs. */
    public boolean isSame() {
        return out.count() == 0;
    }

    /** The journal's secret: the ids in its entries are hashed with it. */
    private HashKey hashKey() {
        HashKey key = LedgerIdentity.key(journal);
        if (key == null) {
            throw ConditionException.misuse("the journal is empty: there is nothing to hold the list against");
        }
        return key;
    }

    /** The platform that alone has sent transactions. */
    private String onlyPlatform() {
        TreeSet<String> senders = new TreeSet<>();
        try (JournalReader reader = journal.reader(journal.firstSequence())) {
            while (reader.next() && senders.size() < 2) {
                item.wrap(reader.buffer(), reader.offset());
                if (item.next() && item.type().isTransaction()) {
                    senders.add(item.originName());
                }
            }
        }
        if (senders.size() != 1) {
            throw ConditionException.misuse(
                    senders.isEmpty()
                            ? "no platform has sent a transaction: there is nothing to hold the list against"
                            : "there are several platforms; say whose list it is: --platform "
                                    + String.join(" or ", senders) + " or another");
        }
        return senders.first();
    }

    private void load(PlatformRecord record) {
        records++;
        if (table.add(record) != 0) {
            out.write(Kind.TWICE, record, null);
        }
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        while (item.next()) {
            accounts.note(item);
            if (item.index() == 0 && item.type().isTransaction()) {
                platforms.add(item.originName());
            }
            if (item.type().isTransaction() && item.effect() != Effect.NONE && platform.equals(item.originName())) {
                take();
            }
        }
        return true;
    }

    private void take() {
        int record = table.find(
                TransactionItem.idHigh(item.buffer(), item.offset()),
                TransactionItem.idLow(item.buffer(), item.offset()));
        boolean isInWindow = window.contains(item.sequence(), item.timeMs());
        if (item.isMoving() && isInWindow) {
            ours++;
        }
        if (record >= 0) {
            compare(record);
        } else if (item.isMoving() && isInWindow) {
            out.write(Kind.MISSING_THERE, null, item);
        }
        if (item.effect() == Effect.REVERSED) {
            acceptAsRolledBack();
        }
    }

    /** The latest decision counts: a credit may be refused first and booked later. */
    private void compare(int record) {
        table.place(record, Position.of(item.sequence(), item.index()));
        table.clearAll(record);
        TransactionType type = TransactionType.valueOf(item.type().name());
        Outcome status = table.status(record);
        mark(record, Kind.TYPE, table.isType(record, type));
        mark(record, Kind.AMOUNT, table.isAmount(record, item.amount()));
        mark(record, Kind.PLAYER, isSamePlayer(record));
        mark(record, Kind.CURRENCY, table.isCurrency(record, accounts.code(item)));
        mark(record, Kind.STATUS, status == null || status == item.outcome());
    }

    private boolean isSamePlayer(int record) {
        return table.isPlayer(record, TransactionItem.playerHigh(item.buffer(), item.offset()));
    }

    private void mark(int record, Kind difference, boolean isSame) {
        if (!isSame) {
            table.mark(record, difference);
        }
    }

    /** A debit that was reversed since may be listed as ok or as rolled_back. */
    private void acceptAsRolledBack() {
        int debit = table.find(
                TransactionItem.referenceHigh(item.buffer(), item.offset()),
                TransactionItem.referenceLow(item.buffer(), item.offset()));
        if (debit >= 0 && table.status(debit) == Outcome.ROLLED_BACK) {
            table.clear(debit, Kind.STATUS);
        }
    }

    private void conclude(PlatformRecord theirs, FrameLookup lookup) {
        int record = table.find(theirs.transactionId());
        if (!table.isFirst(record, theirs)) {
            return; // it was told when the list was read
        }
        if (table.place(record) == 0) {
            concludeAbsent(theirs);
            return;
        }
        // the gravest difference names the line; the line shows all
        Kind difference = table.gravest(record);
        if (difference == null) {
            same++;
        } else {
            out.write(difference, theirs, find(table.place(record), lookup));
        }
    }

    private void concludeAbsent(PlatformRecord theirs) {
        if (removed != null && removed.has(hasher, theirs.transactionId())) {
            notCompared++;
        } else if (theirs.status() != Outcome.RETRY) {
            // what got "retry" was never recorded here, as it should be
            out.write(Kind.MISSING_HERE, theirs, null);
        }
    }

    private Item find(long place, FrameLookup lookup) {
        if (!lookup.find(Position.sequence(place))) {
            throw new IllegalStateException("entry " + Position.sequence(place) + " is gone");
        }
        item.wrap(lookup.buffer(), lookup.offset());
        for (int i = Position.item(place); i >= 0; i--) {
            item.next();
        }
        return item;
    }

    /**
     * The transactions that a ledger remembers, also those whose entries a retention has removed: it knows that they were
     * decided, no more.
     */
    private static final class Removed {
        private final Ledger ledger;
        private final ExpandableArrayBuffer question = new ExpandableArrayBuffer(128);
        private final int item;

        private Removed(Ledger ledger) {
            this.ledger = ledger;
            item = CommandHeader.put(question, 0, CommandType.LOOKUP, 1, Origin.SYSTEM);
        }

        /** Whether it knows a transaction of the platform that the hasher is for. */
        private boolean has(IdHasher hasher, String transactionId) {
            LookupCommand.put(question, item, hasher, transactionId);
            return ledger.lookup(question, 0) != null;
        }
    }
}
