package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.AuthenticateCommand.Exchange;
import bankroll.protocol.Bytes.BytePieces;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.TransferItem.Transfer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What is written into a command is read from it again, in a buffer that was used before. */
class CommandFieldsTest {
    private static final int AT = 24;
    private static final byte USED = (byte) 0x5a;

    private final UnsafeBuffer buffer = used(70_000);
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "");

    @Test
    void shouldKeepWhoAsksAndLeaveAloneWhatIsBehind() {
        Origin origin = new Origin(Origin.Kind.OPERATOR, "Büro");
        int end = CommandHeader.put(buffer, AT, CommandType.PLAYERS, 500, origin);

        assertEquals(AT + 16, end);
        assertEquals(end, CommandHeader.itemsOffset(buffer, AT));
        assertEquals(origin, CommandHeader.origin(buffer, AT));
        assertEquals(CommandType.PLAYERS, CommandHeader.type(buffer, AT));
        assertEquals(500, CommandHeader.items(buffer, AT));
        assertFalse(CommandHeader.isOfPlatform(buffer, AT));
        assertEquals(0, buffer.getByte(end - 1));
        assertEquals(USED, buffer.getByte(end));
        assertEquals(CommandType.PLAYERS, new Items().wrap(buffer, AT, 60_000).type());
    }

    @Test
    void shouldTakeANameOf248BytesAndNoLonger() {
        Origin longest = Origin.platform("n".repeat(248));
        assertEquals(AT + 256, CommandHeader.put(buffer, AT, CommandType.BALANCE, 1, longest));
        assertTrue(CommandHeader.isOfPlatform(buffer, AT));
        assertEquals(longest, CommandHeader.origin(buffer, AT));
        Origin longer = new Origin(Origin.Kind.PLATFORM, "n".repeat(249));
        assertThrows(
                IllegalArgumentException.class, () -> CommandHeader.put(buffer, AT, CommandType.BALANCE, 1, longer));
    }

    @Test
    void shouldKnowTheCodesOfCommandsAndWhichOnlyAsk() {
        for (CommandType type : CommandType.values()) {
            assertEquals(type, CommandType.of(type.code()));
            assertEquals(type.compareTo(CommandType.BALANCE) >= 0, type.isQuestion(), type.name());
            assertEquals(
                    Set.of(CommandType.LOOKUP, CommandType.SESSIONS).contains(type),
                    type.mayReadJournal(),
                    type.name());
        }
        for (int code : new int[] {-1, 0, 63, 127, 128, 65_535}) {
            assertThrows(IllegalArgumentException.class, () -> CommandType.of(code), "code " + code);
        }
    }

    @Test
    void shouldKnowTheCodesAndWordsOfTransactions() {
        assertEquals("debit", TransactionType.DEBIT.label());
        assertEquals("credit", TransactionType.CREDIT.label());
        assertEquals("rollback", TransactionType.ROLLBACK.label());
        for (TransactionType type : TransactionType.values()) {
            assertEquals(type, TransactionType.of(type.code()));
        }
        for (int code : new int[] {-1, TransactionType.values().length, 127}) {
            assertThrows(IllegalArgumentException.class, () -> TransactionType.of(code), "code " + code);
        }
    }

    @Test
    void shouldFindALimitsSlotByKindAndWindowThatGoTogether() {
        for (LimitSlot slot : LimitSlot.values()) {
            assertEquals(slot, LimitSlot.of(slot.kind(), slot.window()));
            assertEquals(slot, LimitSlot.of(slot.ordinal()));
        }
        assertEquals(LimitSlot.LOSS_MONTH, LimitSlot.of("loss", "month"));
        assertNull(LimitSlot.of("stake", "day"));
        assertNull(LimitSlot.of("deposit", "transaction"));
    }

    @Test
    void shouldSayNothingOfTheHashKey() {
        String text = new HashKey(1234, 5678).toString();
        assertFalse(text.isEmpty() || text.contains("1234") || text.contains("5678"), text);
    }

    @Test
    void shouldKeepTheTextsOfAnExchange() {
        Exchange exchange = new Exchange("code", "msg_1", "roulette", "10.0.0.1", 5, 6);
        AuthenticateCommand.put(buffer, AT, hasher, exchange);
        assertEquals("roulette", AuthenticateCommand.gameId(buffer, AT));
        assertEquals("10.0.0.1", AuthenticateCommand.clientIp(buffer, AT));
        assertFalse(exchange.toString().contains("code"), exchange.toString());
        AuthenticateCommand.put(buffer, AT, hasher, new Exchange("code", null, "", null, 5, 6));
        assertEquals("", AuthenticateCommand.gameId(buffer, AT));
        assertNull(AuthenticateCommand.clientIp(buffer, AT));
    }

    @Test
    void shouldWriteAPlayersIdAlikeFromTextAndFromBytes() {
        int end = PlayerCommand.put(buffer, AT, hasher, "Zoë").position();
        UnsafeBuffer other = used(200);
        byte[] bytes = "..Zoë..".getBytes(StandardCharsets.UTF_8);

        assertEquals(end, PlayerCommand.put(other, AT, hasher, bytes, 2, 4));
        assertEquals("Zoë", PlayerCommand.playerId(other, AT));
        assertEquals(new UnsafeBuffer(buffer, AT, end - AT), new UnsafeBuffer(other, AT, end - AT));
        assertEquals(USED, other.getByte(end));
        assertEquals(end, PlayerCommand.rest(other, AT).position());
    }

    @Test
    void shouldKeepWhichSoftwareStarted() {
        LedgerSettings settings = new LedgerSettings("Europe/Malta", 1, 2, 3, true, 4);
        SettingsCommand.put(buffer, AT, new HashKey(1, 2), "1.2.3", settings);
        assertEquals("1.2.3", SettingsCommand.softwareVersion(buffer, AT));
        assertEquals(settings, SettingsCommand.settings(buffer, AT));
    }

    @Test
    void shouldKeepALaunchCodeButTheCodeItself() {
        LaunchCode code = new LaunchCode("secret", "ann", "EUR", "roulette", 60_000, true);
        int end = LaunchCodeItem.put(buffer, AT, hasher, code);
        assertEquals(end - AT, buffer.getInt(AT));
        assertEquals(new LaunchCode(null, "ann", "EUR", "roulette", 60_000, true), LaunchCodeItem.get(buffer, AT));
        assertFalse(code.toString().contains("EUR"), code.toString());
    }

    @Test
    void shouldKeepATransferAsItWasAskedFor() {
        for (Transfer transfer : new Transfer[] {
            new Transfer("t1", "ann", TransferType.ADJUSTMENT, 5, true, "EUR", "gift"),
            new Transfer("t2", "ann", TransferType.ADJUSTMENT, 5, false, "EUR", null),
            new Transfer("t3", "ann", TransferType.WITHDRAWAL, -1, false, "EUR", null),
            new Transfer("t4", "ann", TransferType.DEPOSIT, 0, false, "EUR", null)
        }) {
            int end = TransferItem.put(buffer, AT, hasher, transfer);
            assertEquals(transfer, TransferItem.get(buffer, AT));
            assertEquals(end - AT, buffer.getInt(AT));
        }
    }

    @Test
    void shouldBoundATextAndTellItsLength() {
        Fields fields = new Fields();
        fields.write(buffer, AT).putText("x".repeat(65_534)).putText(null).putText("y");
        fields.read(buffer, AT);
        assertEquals(65_534, fields.skipText());
        assertEquals(-1, fields.skipText());
        assertEquals("y", fields.getText());
        assertThrows(
                IllegalArgumentException.class, () -> fields.write(buffer, AT).putText("x".repeat(65_535)));

        fields.write(buffer, AT).putText("Zoë").putByte(7);
        fields.read(buffer, AT);
        assertEquals("Zoë", fields.getText());
        assertEquals(7, fields.getByte());
    }

    @Test
    void shouldFeedAnArrayAsItStandsAndOtherMemoryPieceByPiece() {
        byte[] array = new byte[40_000];
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (i * 31 >> 3);
        }
        UnsafeBuffer view = new UnsafeBuffer(array, 100, 39_000);
        UnsafeBuffer direct = new UnsafeBuffer(java.nio.ByteBuffer.allocateDirect(39_000));
        direct.putBytes(0, array, 100, 39_000);
        byte[] expected = Arrays.copyOfRange(array, 150, 35_150);
        for (UnsafeBuffer source : new UnsafeBuffer[] {view, direct}) {
            java.io.ByteArrayOutputStream fed = new java.io.ByteArrayOutputStream();
            BytePieces pieces = new BytePieces(fed::write);
            pieces.feed(source, 50, 35_000);
            assertEquals(new UnsafeBuffer(expected), new UnsafeBuffer(fed.toByteArray()));
            assertThrows(IndexOutOfBoundsException.class, () -> pieces.feed(source, 38_000, 1_001));
        }
    }

    @Test
    void shouldForgetWhatWaitedWhenALimitIsPutOrTakenAway() {
        LimitSlot slot = LimitSlot.LOSS_WEEK;
        LimitRecord.put(buffer, AT, slot, 10);
        assertFalse(LimitRecord.isPending(buffer, AT, slot, 0));
        LimitRecord.raiseLater(buffer, AT, slot, 20, 1_000);
        assertTrue(LimitRecord.isPending(buffer, AT, slot, 999));
        assertFalse(LimitRecord.isPending(buffer, AT, slot, 1_000));
        LimitRecord.removeLater(buffer, AT, slot, 2_000);
        assertEquals(0, LimitRecord.pendingAmount(buffer, AT, slot));
        LimitRecord.raiseLater(buffer, AT, slot, 20, 1_000);
        LimitRecord.put(buffer, AT, slot, 30);
        assertEquals(0, LimitRecord.pendingAmount(buffer, AT, slot));
        assertEquals(0, LimitRecord.effectiveAtMs(buffer, AT, slot));
        assertFalse(LimitRecord.isPending(buffer, AT, slot, 999));
    }

    @Test
    void shouldLetWindowsFollowThatAreTheSameOrBeginBehind() {
        LimitWindows before = windows(new LimitWindows.Window(7, 100, 200));
        assertTrue(before.canFollow(before, 199));
        assertFalse(before.canFollow(before, 200));
        assertTrue(before.canFollow(before, 100));
        assertFalse(before.canFollow(before, 99));
        assertTrue(windows(new LimitWindows.Window(8, 200, 300)).canFollow(before, 200));
        assertTrue(windows(new LimitWindows.Window(9, 250, 300)).canFollow(before, 250));
        assertFalse(windows(new LimitWindows.Window(8, 199, 300)).canFollow(before, 200), "they overlap");
        assertFalse(windows(new LimitWindows.Window(7, 200, 300)).canFollow(before, 200), "the same number");
    }

    /** The day is what is asked about; week and month stay. */
    private static LimitWindows windows(LimitWindows.Window day) {
        LimitWindows.Window stays = new LimitWindows.Window(1, 0, 10_000);
        return new LimitWindows(day, stays, stays, "UTC");
    }

    private static UnsafeBuffer used(int bytes) {
        byte[] array = new byte[bytes];
        Arrays.fill(array, USED);
        return new UnsafeBuffer(array);
    }
}
