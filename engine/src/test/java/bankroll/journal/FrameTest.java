package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Chain.ChainHead;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final byte[] COMMAND = "debit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OUTCOME = HexFormat.of().parseHex("0102030405060708");

    /** Frozen: a journal written by version 1 must be read for ever. Never change these bytes. */
    private static final String GOLDEN = "424b5231" + "0100" + "5000" + "68000000" + "05000000"
            + "0800000000000000" + "15cd5b0700000000" + "efbeadde" + "00000000"
            + "0300000000000000" + "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
            + "6465626974000000" + "0102030405060708" + "00000000" + "5b7b7768";

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(16);

    @Test
    void shouldWriteTheGoldenBytesOfVersionOne() {
        int length = sealAt(0);

        assertEquals(GOLDEN, HexFormat.of().formatHex(bytes(0, length)));
    }

    @Test
    void shouldReadTheGoldenBytesOfVersionOne() {
        var golden = new UnsafeBuffer(HexFormat.of().parseHex(GOLDEN));

        assertEquals(FrameFault.NONE, Frame.check(golden, 0, golden.capacity()));
        assertEquals(104, Frame.length(golden, 0));
        assertEquals(104, Frame.totalLength(5, 8));
        assertEquals(5, Frame.commandLength(golden, 0));
        assertEquals(88, Frame.outcomesOffset(5));
        assertEquals(8, Frame.outcomesLength(golden, 0));
        assertEquals(8, Frame.sequence(golden, 0));
        assertEquals(123456789, Frame.timeMs(golden, 0));
        assertEquals(0xdeadbeef, Frame.previousCrc(golden, 0));
        assertEquals(3, Frame.chainSequence(golden, 0));
        assertArrayEquals(chainValue(), ChainHead.of(golden, 0).value());
    }

    @Test
    void shouldWalkOverTheItemsOfItsCommand() {
        int command = 48 + Frame.HEADER_LENGTH;
        IdHasher hasher = new IdHasher(new HashKey(1, 2), "");
        int first = CommandHeader.put(buffer, command, CommandType.UNBLOCK, 1, Origin.SYSTEM);
        int end = PlayerCommand.put(buffer, first, hasher, "anna").position();
        int length = new Frame.Sealer().seal(buffer, 48, end - command, OutcomeRecord.BYTES, 1);

        Items items = Frame.items(buffer, 48, new Items());

        assertTrue(items.next());
        assertEquals(first, items.item());
        assertEquals(48 + length - Frame.TRAILER_LENGTH, items.outcome() + OutcomeRecord.BYTES);
    }

    @Test
    void shouldReadTheSameFromHeapAndFromDirectMemoryAtAnyOffset() {
        int length = sealAt(48);
        var direct = new UnsafeBuffer(ByteBuffer.allocateDirect(length + 16), 8, length + 8);
        direct.putBytes(3, bytes(48, length));

        assertEquals(FrameFault.NONE, Frame.check(buffer, 48, length));
        assertEquals(FrameFault.NONE, Frame.check(direct, 3, length));
        assertEquals(FrameFault.NONE, Frame.check(new UnsafeBuffer(buffer, 48, length), 0, length));
        var mapped = new UnsafeBuffer(direct.addressOffset() + 3, length);
        assertEquals(FrameFault.NONE, Frame.check(mapped, 0, length));
        assertEquals(GOLDEN, HexFormat.of().formatHex(bytes(48, length)));
    }

    @Test
    void shouldFindEveryFlippedBit() {
        int length = sealAt(0);
        for (int bit = 0; bit < length * 8; bit++) {
            var flipped = new UnsafeBuffer(bytes(0, length));
            flipped.putByte(bit / 8, (byte) (flipped.getByte(bit / 8) ^ 1 << bit % 8));

            assertNotEquals(FrameFault.NONE, Frame.check(flipped, 0, length), "bit " + bit);
        }
    }

    @Test
    void shouldFindACutAtEveryByte() {
        int length = sealAt(0);
        for (int cut = 0; cut < length; cut++) {
            var shorter = new UnsafeBuffer(Arrays.copyOf(bytes(0, length), cut));

            assertEquals(FrameFault.CUT_OFF, Frame.check(shorter, 0, cut), "cut at " + cut);
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        assertEquals(FrameFault.WRONG_MAGIC, checkWithInt(0, 7));
        assertEquals(FrameFault.WRONG_CRC, checkWithInt(4, 0x00500002));
        assertEquals(FrameFault.UNKNOWN_VERSION, checkResealedWithInt(4, 0x00500002));
        assertEquals(FrameFault.WRONG_HEADER_LENGTH, checkResealedWithInt(4, 0x00510001));
        assertEquals(FrameFault.WRONG_LENGTH, checkWithInt(8, 100));
        assertEquals(FrameFault.WRONG_LENGTH, checkWithInt(8, -8));
        assertEquals(FrameFault.WRONG_LENGTH, checkWithInt(8, Frame.MAX_LENGTH + 8));
        assertEquals(FrameFault.CUT_OFF, checkWithInt(8, 112));
        assertEquals(FrameFault.WRONG_COMMAND_LENGTH, checkResealedWithInt(12, -1));
        assertEquals(FrameFault.WRONG_COMMAND_LENGTH, checkResealedWithInt(12, 17));
        assertEquals(FrameFault.WRONG_CRC, checkWithInt(100, 0));
    }

    @Test
    void shouldLinkEachFrameToTheOneBefore() {
        var sealer = new Frame.Sealer();
        sealer.seal(buffer, 0, 0, 0, 1);
        int firstCrc = sealer.lastCrc();
        sealer.seal(buffer, 128, 0, 0, 2);

        assertEquals(0, Frame.previousCrc(buffer, 0));
        assertEquals(firstCrc, Frame.crc(buffer, 0));
        assertEquals(firstCrc, Frame.previousCrc(buffer, 128));
        assertEquals(2, Frame.sequence(buffer, 128));
        assertEquals(2, sealer.lastSequence());
    }

    @Test
    void shouldClearThePaddingThatTheBufferHeldBefore() {
        buffer.setMemory(0, 256, (byte) 0xFF);
        int length = sealAt(0);

        assertEquals(GOLDEN, HexFormat.of().formatHex(bytes(0, length)));
    }

    @Test
    void shouldCarryNoChainValueWhereNoneIsKnown() {
        buffer.setMemory(0, 256, (byte) 0xFF);
        new Frame.Sealer().seal(buffer, 8, 0, 0, 1);

        assertEquals(ChainHead.START, ChainHead.of(buffer, 8));
    }

    @Test
    void shouldWriteNothingIntoABufferThatIsTooShort() {
        var sealer = new Frame.Sealer();
        byte[] memory = new byte[Frame.MIN_LENGTH + 7];
        var tooShort = new UnsafeBuffer(memory);

        assertThrows(IndexOutOfBoundsException.class, () -> sealer.seal(tooShort, 0, 0, 8, 1));
        assertArrayEquals(new byte[memory.length], memory);
        assertEquals(0, sealer.lastSequence());
    }

    @Test
    void shouldSealTheShortestAndTheLongestFrameThatThereIs() {
        Frame.Sealer fresh = new Frame.Sealer();
        ExpandableArrayBuffer large = new ExpandableArrayBuffer(Frame.MAX_LENGTH);
        int longest = Frame.MAX_LENGTH - Frame.MIN_LENGTH;

        assertEquals(Frame.MIN_LENGTH, fresh.seal(large, 0, 0, 0, 1));
        assertEquals(FrameFault.NONE, Frame.check(large, 0, Frame.MIN_LENGTH));
        assertEquals(FrameFault.NONE, Frame.checkHeader(large, 0, Frame.MIN_LENGTH));
        assertEquals(Frame.MAX_LENGTH, fresh.seal(large, 0, longest, 0, 1));
        assertEquals(FrameFault.NONE, Frame.check(large, 0, Frame.MAX_LENGTH));
        assertEquals(FrameFault.CUT_OFF, Frame.checkHeader(large, 0, Frame.MAX_LENGTH - 1));
        assertThrows(IllegalArgumentException.class, () -> fresh.seal(large, 0, longest + 8, 0, 1));
        assertEquals(2, fresh.lastSequence());
    }

    /** As the distance to it, in 32 bits. */
    @Test
    void shouldSayWhichFrameWasOnDiskWhereItsDistanceFits() {
        assertEquals(0, forcedSaidBy(8, Long.MIN_VALUE), "nobody knows");
        assertEquals(7, forcedSaidBy(8, 7));
        assertEquals(0, forcedSaidBy(8, 0), "none was");
        assertEquals(0, forcedSaidBy(8, -5), "none was");
        long far = 0xFFFF_FFFFL;
        assertEquals(3, forcedSaidBy(far + 3, 3));
        assertEquals(0, forcedSaidBy(far + 4, 3), "too far away to be said");
    }

    private long forcedSaidBy(long sequence, long forced) {
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(sequence - 1, 1);
        sealer.forced(() -> forced);
        sealer.seal(buffer, 0, 0, 0, 1);
        return Frame.forcedSequence(buffer, 0);
    }

    @Test
    void shouldGoOnBehindNoFrameThatCanNotBe() {
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(0, 0);

        assertThrows(IllegalArgumentException.class, () -> sealer.continueAfter(-1, 0));
        assertEquals(0, sealer.lastSequence());
    }

    @Test
    void shouldRefuseLengthsThatNoFrameHas() {
        var sealer = new Frame.Sealer();

        assertThrows(IllegalArgumentException.class, () -> sealer.seal(buffer, 0, -1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(buffer, 0, 0, 4, 1));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(buffer, 0, Frame.MAX_LENGTH, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(buffer, 0, Integer.MAX_VALUE, 0, 1));
        assertEquals(0, sealer.lastSequence());
    }

    private FrameFault checkWithInt(int position, int value) {
        int length = sealAt(0);
        buffer.putInt(position, value, Frame.ORDER);
        return Frame.check(buffer, 0, length);
    }

    private FrameFault checkResealedWithInt(int position, int value) {
        int length = sealAt(0);
        buffer.putInt(position, value, Frame.ORDER);
        buffer.putInt(length - 4, Frame.computeCrc(buffer, 0, length - 4), Frame.ORDER);
        return Frame.check(buffer, 0, length);
    }

    private int sealAt(int offset) {
        var sealer = new Frame.Sealer();
        sealer.continueAfter(7, 0xdeadbeef);
        sealer.chain((frame, at) -> new ChainHead(3, chainValue()).put(frame, at));
        buffer.putBytes(offset + Frame.HEADER_LENGTH, COMMAND);
        buffer.putBytes(offset + Frame.outcomesOffset(COMMAND.length), OUTCOME);
        return sealer.seal(buffer, offset, COMMAND.length, OUTCOME.length, 123456789);
    }

    private byte[] bytes(int offset, int length) {
        var copy = new byte[length];
        buffer.getBytes(offset, copy);
        return copy;
    }

    private static byte[] chainValue() {
        var chain = new byte[ChainHead.BYTES];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = (byte) (0xC0 + i);
        }
        return chain;
    }
}
