package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.calendar.OldWindows;
import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many small entries, prepared together and applied one after the other. */
class ReplayTest {
    private static final long NOW_MS = 1_790_000_000_000L;
    private static final int PLAYERS = 50;

    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "platform");
    private final ExpandableArrayBuffer request = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer frames = new ExpandableArrayBuffer();
    private final List<Integer> offsets = new ArrayList<>();
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final Ledger live = new Ledger(6);
    private final Ledger replayed = new Ledger(6);
    private int end;

    @BeforeEach
    void givenPlayersWithMoney() {
        int item = CommandHeader.put(request, 0, CommandType.SETTINGS, 1, Origin.SYSTEM);
        record(SettingsCommand.put(request, item, new HashKey(1, 2), "test", LedgerSettings.DEFAULT));
        for (int i = 0; i < PLAYERS; i++) {
            open("player " + i);
            deposit("deposit " + i, "player " + i);
        }
    }

    @AfterEach
    void close() {
        live.close();
        replayed.close();
    }

    @Test
    void shouldLeadToTheSameState() {
        Frames reader = new Frames();

        new Replay(replayed, reader).upTo(Long.MAX_VALUE);

        assertEquals(live.digest(), replayed.digest());
    }

    @Test
    void shouldLookAtEachEntryOnceAhead() {
        Frames reader = new Frames();

        new Replay(replayed, reader).upTo(Long.MAX_VALUE);

        assertEquals(LongStream.rangeClosed(1, offsets.size()).boxed().toList(), reader.lookedBehind);
    }

    @Test
    void shouldEndAtTheEntryAskedFor() {
        Replay replay = new Replay(replayed, new Frames());

        replay.upTo(40);

        assertEquals(40, replayed.sequence());
        assertTrue(replay.next());
        assertEquals(41, replayed.sequence());
    }

    @Test
    void shouldTellTheTail() {
        Replay replay = new Replay(replayed, new Frames());
        replay.upTo(offsets.size());

        assertFalse(replay.next());
    }

    /** The entries before it are good. */
    @Test
    void shouldTellAnEntryThatCannotBeReadWhenItsTurnComes() {
        frames.putShort(command(20) + 2, (short) 9);
        Replay replay = new Replay(replayed, new Frames());
        replay.upTo(19);

        ConditionException refused = assertThrows(ConditionException.class, replay::next);

        assertTrue(refused.getMessage().contains("version 9"), refused::getMessage);
        assertEquals(19, replayed.sequence());
    }

    @Test
    void shouldTellAnEntryOfNoKnownKindWhenItsTurnComes() {
        frames.putShort(command(20), (short) 999);
        Replay replay = new Replay(replayed, new Frames());
        replay.upTo(19);

        CorruptJournalException refused = assertThrows(CorruptJournalException.class, replay::next);

        assertEquals(20, refused.sequence());
        assertEquals(19, replayed.sequence());
    }

    /** The account is known, and its lines depend on the type. */
    @Test
    void shouldTellATransactionOfNoKnownTypeWhenItsTurnComes() {
        int sequence = offsets.size() + 1;
        debit("bet", "player 0");
        frames.putByte(CommandHeader.itemsOffset(frames, command(sequence)) + 4, (byte) 99);

        shouldTell(sequence);
    }

    @Test
    void shouldTellAnItemThatReachesOutOfTheJournal() {
        int sequence = offsets.size() + 1;
        openBoth("one", "two");
        frames.putInt(CommandHeader.itemsOffset(frames, command(sequence)), Integer.MAX_VALUE / 2);

        shouldTell(sequence);
    }

    /** A command of so many makes groups of its own. */
    @Test
    void shouldTellAnItemOfManyThatReachesOutOfTheJournal() {
        int sequence = offsets.size() + 1;
        openBoth(IntStream.range(0, 40).mapToObj(i -> "other " + i).toArray(String[]::new));
        frames.putInt(CommandHeader.itemsOffset(frames, command(sequence)), Integer.MAX_VALUE);

        shouldTell(sequence);
    }

    /** All entries before it are applied, and it is named. */
    private void shouldTell(int sequence) {
        Replay replay = new Replay(replayed, new Frames());

        CorruptJournalException refused =
                assertThrows(CorruptJournalException.class, () -> replay.upTo(Long.MAX_VALUE));

        assertEquals(sequence, refused.sequence());
        assertEquals(sequence - 1, replayed.sequence());
    }

    private int command(int sequence) {
        return offsets.get(sequence - 1) + Frame.HEADER_LENGTH;
    }

    private void open(String player) {
        int item = CommandHeader.put(request, 0, CommandType.PLAYERS, 1, Origin.platform("platform"));
        record(PlayerItem.put(request, item, hasher, "EUR", new Profile(player, null, null, null, null)));
    }

    private void openBoth(String... players) {
        int item = CommandHeader.put(request, 0, CommandType.PLAYERS, players.length, Origin.platform("platform"));
        for (String player : players) {
            item = PlayerItem.put(request, item, hasher, "EUR", new Profile(player, null, null, null, null));
        }
        record(item);
    }

    private void debit(String id, String player) {
        byte[] strings = (id + player + "EURgame").getBytes(StandardCharsets.UTF_8);
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        encoder.begin(request, 0, "platform".getBytes(StandardCharsets.UTF_8), hasher);
        encoder.beginItem();
        encoder.type(TransactionType.DEBIT);
        encoder.amount(5);
        encoder.text(TransactionField.TRANSACTION_ID, 0, id.length());
        encoder.text(TransactionField.PLAYER_ID, id.length(), player.length());
        encoder.text(TransactionField.CURRENCY, id.length() + player.length(), 3);
        encoder.text(TransactionField.GAME_ID, id.length() + player.length() + 3, 4);
        encoder.endItem(strings);
        OldWindows.beforeEntry(live, CommandType.TRANSACTIONS, NOW_MS);
        record(encoder.end());
    }

    private void deposit(String id, String player) {
        int item = CommandHeader.put(request, 0, CommandType.TRANSFERS, 1, Origin.platform("platform"));
        TransferItem.Transfer transfer =
                new TransferItem.Transfer(id, player, TransferType.DEPOSIT, 500, false, "EUR", null);
        record(TransferItem.put(request, item, hasher, transfer));
    }

    /** Executes the command and seals its frame behind the others. */
    private void record(int commandEnd) {
        int outcomes = commandEnd + 7 & ~7;
        int outcomesLength = live.execute(request, 0, outcomes, NOW_MS);
        frames.putBytes(end + Frame.HEADER_LENGTH, request, 0, outcomes + outcomesLength);
        offsets.add(end);
        end += sealer.seal(frames, end, commandEnd, outcomesLength, NOW_MS);
    }

    /** All of them in one buffer, not checked. */
    private final class Frames implements JournalReader {
        private final List<Long> lookedBehind = new ArrayList<>();
        private int index = -1;

        @Override
        public boolean next() {
            index = Math.min(index + 1, offsets.size());
            return index < offsets.size();
        }

        @Override
        public int following(int frame) {
            int next = offsets.indexOf(frame) + 1;
            lookedBehind.add((long) next);
            return next < offsets.size() ? offsets.get(next) : NONE;
        }

        @Override
        public DirectBuffer buffer() {
            return frames;
        }

        @Override
        public int offset() {
            return offsets.get(index);
        }

        @Override
        public int length() {
            return Frame.length(frames, offset());
        }

        @Override
        public long sequence() {
            return index + 1L;
        }

        @Override
        public String place() {
            return "frame " + index;
        }

        @Override
        public void close() {}
    }
}
