package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.calendar.OldWindows;
import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
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
import bankroll.testkit.MemoryReader;
import bankroll.testkit.SealedFrames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many small entries, prepared together and applied one after the other. */
class ReplayTest {
    private static final long NOW_MS = 1_790_000_000_000L;
    private static final int PLAYERS = 50;

    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "platform");
    private final ExpandableArrayBuffer request = new ExpandableArrayBuffer();
    private final SealedFrames frames = new SealedFrames();
    private final Ledger live = new Ledger(6);
    private final Ledger replayed = new Ledger(6);

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

        assertEquals(LongStream.rangeClosed(1, frames.size()).boxed().toList(), reader.lookedBehind);
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
        replay.upTo(frames.size());

        assertFalse(replay.next());
    }

    /** The entries before it are good. */
    @Test
    void shouldTellAnEntryThatCannotBeReadWhenItsTurnComes() {
        frames.entry(20).putShort(2, (short) 9);
        Replay replay = new Replay(replayed, new Frames());
        replay.upTo(19);

        ConditionException refused = assertThrows(ConditionException.class, replay::next);

        assertTrue(refused.getMessage().contains("version 9"), refused::getMessage);
        assertEquals(19, replayed.sequence());
    }

    @Test
    void shouldTellAnEntryOfNoKnownKindWhenItsTurnComes() {
        frames.entry(20).putShort(0, (short) 999);
        Replay replay = new Replay(replayed, new Frames());
        replay.upTo(19);

        CorruptJournalException refused = assertThrows(CorruptJournalException.class, replay::next);

        assertEquals(20, refused.sequence());
        assertEquals(19, replayed.sequence());
    }

    /** The account is known, and its lines depend on the type. */
    @Test
    void shouldTellATransactionOfNoKnownTypeWhenItsTurnComes() {
        int sequence = frames.size() + 1;
        debit("bet", "player 0");
        spoilType(sequence);

        shouldTell(sequence);
    }

    private void spoilType(int sequence) {
        UnsafeBuffer bet = frames.entry(sequence);
        bet.putByte(CommandHeader.itemsOffset(bet, 0) + 4, (byte) 99);
    }

    /** What was expected together with it is forgotten, and found again one by one. */
    @Test
    void shouldApplyTheBookingsBeforeATransactionOfNoKnownType() {
        for (int i = 0; i < 40; i++) {
            debit("bet " + i, "player " + i);
        }
        int sequence = frames.size() - 3;
        spoilType(sequence);

        shouldTell(sequence);
    }

    @Test
    void shouldTellAnItemThatReachesOutOfTheJournal() {
        int sequence = frames.size() + 1;
        openBoth("one", "two");
        UnsafeBuffer both = frames.entry(sequence);
        both.putInt(CommandHeader.itemsOffset(both, 0), Integer.MAX_VALUE / 2);

        shouldTell(sequence);
    }

    /** A command of so many makes groups of its own. */
    @Test
    void shouldTellAnItemOfManyThatReachesOutOfTheJournal() {
        int sequence = frames.size() + 1;
        openBoth(IntStream.range(0, 40).mapToObj(i -> "other " + i).toArray(String[]::new));
        UnsafeBuffer all = frames.entry(sequence);
        all.putInt(CommandHeader.itemsOffset(all, 0), Integer.MAX_VALUE);

        shouldTell(sequence);
    }

    /** {@code 0xffff}: the text is absent. */
    @Test
    void shouldTellAPlayerWithoutACurrency() {
        int sequence = frames.size() + 1;
        openBoth("one");
        spoilPlayer(sequence, 0, 0xffff);

        shouldTell(sequence);
    }

    /** The books keep 72 bytes of a code. */
    @Test
    void shouldTellACurrencyThatIsLongerThanAny() {
        int sequence = frames.size() + 1;
        openBoth("a player whose id is as long as the currency is to be, and longer, so that there are bytes");
        spoilPlayer(sequence, 0, 73);

        shouldTell(sequence);
    }

    /** It would be read when somebody asks for the player: by the writer, which would end. */
    @Test
    void shouldTellAProfileThatEndsElsewhereThanItsItem() {
        int sequence = frames.size() + 1;
        openBoth("one", "two");
        spoilPlayer(sequence, 2 + "EUR".length(), 200);

        shouldTell(sequence);
    }

    @Test
    void shouldTellAPlayerWithoutAnId() {
        int sequence = frames.size() + 1;
        openBoth("");
        spoilPlayer(sequence, 2 + "EUR".length(), 0xffff);

        shouldTell(sequence);
    }

    @Test
    void shouldTellSettingsWithoutATimeZone() {
        UnsafeBuffer settings = frames.entry(1);
        int softwareVersion = CommandHeader.itemsOffset(settings, 0) + 16;
        settings.putShort(softwareVersion + 2 + "test".length(), (short) 0xffff);

        shouldTell(1);
    }

    /** All entries before it are applied, and it is named. */
    private void shouldTell(int sequence) {
        Replay replay = new Replay(replayed, new Frames());

        CorruptJournalException refused =
                assertThrows(CorruptJournalException.class, () -> replay.upTo(Long.MAX_VALUE));

        assertEquals(sequence, refused.sequence());
        assertNotNull(refused.getCause(), "what can't be read of it");
        assertEquals(sequence - 1, replayed.sequence());
    }

    /** Another length of the text so far behind the currency. */
    private void spoilPlayer(int sequence, int behind, int length) {
        UnsafeBuffer player = frames.entry(sequence);
        int currency = PlayerItem.currencyOffset(CommandHeader.itemsOffset(player, 0));
        player.putShort(currency + behind, (short) length);
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
        frames.add(request, commandEnd, outcomesLength, NOW_MS);
    }

    /** Tells of what it was asked. */
    private final class Frames extends MemoryReader {
        private final List<Long> lookedBehind = new ArrayList<>();

        private Frames() {
            super(frames.all(), 1);
        }

        @Override
        public int following(int frame) {
            lookedBehind.add(Frame.sequence(buffer(), frame));
            return super.following(frame);
        }
    }
}
