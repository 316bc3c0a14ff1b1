package bankroll.tools.check;

import bankroll.calendar.OldWindows;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PieceDigest;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotDirectory;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.Bet;
import bankroll.tools.BetEncoder;
import bankroll.tools.ForgedOutcome;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameHandler.FrameFeed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A journal in memory: what a ledger decides, or what a forger says that one has. Entry 1 is a start. Amounts are in EUR. */
final class Entries implements JournalSource, FrameFeed, AutoCloseable {
    static final long START_MS = 1_767_225_600_000L;

    private final Ledger ledger = new Ledger(6);
    private final IdHasher operator = new IdHasher(new HashKey(1, 2), "");
    private final IdHasher platform = new IdHasher(new HashKey(1, 2), "alpha");
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final ExpandableArrayBuffer request = new ExpandableArrayBuffer(1 << 12);
    private final List<UnsafeBuffer> frames = new ArrayList<>();
    private ForgedOutcome[] forged;
    private int moreItems;
    private long nowMs = START_MS;
    private long first = 1;
    private long damaged;

    Entries() {
        int item = begin(CommandType.SETTINGS, Origin.SYSTEM);
        record(SettingsCommand.put(request, item, new HashKey(1, 2), "test", LedgerSettings.DEFAULT));
    }

    Ledger ledger() {
        return ledger;
    }

    long last() {
        return frames.size();
    }

    long timeMs() {
        return nowMs;
    }

    MutableDirectBuffer frame(long sequence) {
        return frames.get((int) sequence - 1);
    }

    /** The next entry comes a second later. */
    Entries later() {
        nowMs += 1_000;
        return this;
    }

    Entries open(String player) {
        return open(player, "EUR");
    }

    Entries open(String player, String currency) {
        int item = begin(CommandType.PLAYERS, Origin.operator("test"));
        return record(PlayerItem.put(request, item, operator, currency, new Profile(player, null, null, null, null)));
    }

    Entries deposit(String player, long amount) {
        return transfer(player, TransferType.DEPOSIT, amount);
    }

    Entries transfer(String player, TransferType type, long amount) {
        int item = begin(CommandType.TRANSFERS, Origin.operator("test"));
        boolean isNegative = type == TransferType.ADJUSTMENT && amount < 0;
        var transfer = new TransferItem.Transfer(
                "t-" + last(), player, type, isNegative ? -amount : amount, isNegative, "EUR", null);
        return record(TransferItem.put(request, item, operator, transfer));
    }

    Entries book(Bet... bets) {
        return record(new BetEncoder().encode(request, Frame.HEADER_LENGTH, "alpha", platform, bets));
    }

    /** Nobody decides the next entry: these are its outcomes. */
    Entries forge(ForgedOutcome... outcomes) {
        forged = outcomes;
        return this;
    }

    /** As {@link #forge}, and it says that it has more items than are there. */
    Entries forge(int more, ForgedOutcome... outcomes) {
        moreItems = more;
        return forge(outcomes);
    }

    /** The next entries carry this value. */
    Entries carry(ChainHead head) {
        sealer.chain((frame, at) -> head.put(frame, at));
        return this;
    }

    /** A retention removes what is older. */
    Entries removeBefore(long sequence) {
        first = sequence;
        return this;
    }

    /** Reading ends at this entry. */
    Entries damage(long sequence) {
        damaged = sequence;
        return this;
    }

    /** Takes a snapshot of the state as it is. */
    CheckedSnapshot snapshot(Path directory) {
        return snapshot(directory, new SnapshotHead(last(), nowMs, sealer.lastCrc()));
    }

    /** As {@link #snapshot(Path)}, with another head. */
    CheckedSnapshot snapshot(Path directory, SnapshotHead head) {
        try {
            return new SnapshotStore(new UnforcedDirectory(directory))
                    .take(head, ledger.freeze(), PieceDigest.onOneProcessor());
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            ledger.release();
        }
    }

    /** The value of the chain behind an entry. */
    ChainHead chain(long sequence) {
        ChainProof chain = new ChainProof();
        for (long at = 1; at <= sequence; at++) {
            chain.onFrame(frame(at), 0, frame(at).capacity());
        }
        return chain.head();
    }

    private int begin(CommandType type, Origin origin) {
        return CommandHeader.put(request, Frame.HEADER_LENGTH, type, 1, origin);
    }

    private Entries record(int commandEnd) {
        int commandLength = commandEnd - Frame.HEADER_LENGTH;
        int outcomes = Frame.outcomesOffset(commandLength);
        int length = sealer.seal(request, 0, commandLength, decide(outcomes), nowMs);
        frames.add(new UnsafeBuffer(Arrays.copyOf(request.byteArray(), length)));
        return this;
    }

    private int decide(int outcomes) {
        CommandHeader.putItems(
                request, Frame.HEADER_LENGTH, CommandHeader.items(request, Frame.HEADER_LENGTH) + moreItems);
        moreItems = 0;
        if (forged == null) {
            OldWindows.beforeEntry(ledger, CommandHeader.type(request, Frame.HEADER_LENGTH), nowMs);
            return ledger.execute(request, Frame.HEADER_LENGTH, outcomes, nowMs);
        }
        for (int i = 0; i < forged.length; i++) {
            forged[i].put(request, outcomes + i * OutcomeRecord.BYTES, nowMs);
        }
        int recorded = forged.length * OutcomeRecord.BYTES;
        forged = null;
        return recorded;
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public void run(FrameHandler handler, Progress progress) {
        Cursor cursor = new Cursor(first);
        boolean isMore = true;
        while (isMore && cursor.next()) {
            isMore = handler.onFrame(cursor.buffer(), cursor.offset(), cursor.length());
        }
    }

    @Override
    public long firstSequence() {
        return first;
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new Cursor(fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new Cursor(0);
    }

    @Override
    public void close() {
        ledger.close();
    }

    private final class Cursor implements JournalReader, FrameLookup {
        private long sequence;

        private Cursor(long from) {
            sequence = from - 1;
        }

        @Override
        public boolean next() {
            return find(sequence + 1);
        }

        @Override
        public boolean find(long wanted) {
            if (wanted == damaged) {
                throw new CorruptJournalException("memory", 0, wanted, FrameFault.NONE, "on purpose");
            }
            boolean isThere = wanted >= first && wanted <= last();
            sequence = isThere ? wanted : sequence;
            return isThere;
        }

        @Override
        public DirectBuffer buffer() {
            return frame(sequence);
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int length() {
            return buffer().capacity();
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public String place() {
            return "entry " + sequence;
        }

        @Override
        public void close() {
            // memory
        }
    }

    /** No test here cuts the power. */
    private static final class UnforcedDirectory extends SnapshotDirectory {
        private UnforcedDirectory(Path path) {
            super(path);
        }

        @Override
        protected void force(FileChannel file) {
            // it is read by this process
        }

        @Override
        protected void forceNames() {
            // it is read by this process
        }
    }
}
