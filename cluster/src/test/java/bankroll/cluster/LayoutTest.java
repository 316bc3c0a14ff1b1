package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.cluster.Envelope.MarkOrder;
import bankroll.engine.LogMark;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What is in the log, byte for byte: a released layout never changes. */
class LayoutTest {
    private static final LogMark BEGAN = new LogMark(0x0102030405060708L, 0x11121314, 0);

    @Test
    void shouldPutTheSendersBeginAndTimeBeforeAMessage() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.BYTES]);

        Envelope.put(buffer, Envelope.MESSAGE, BEGAN, 0x2122232425262728L);

        assertEquals(
                "010000001413121108070605040302012827262524232221",
                HexFormat.of().formatHex(buffer.byteArray()));
        assertTrue(Envelope.isKnown(buffer, 0, 24));
        assertTrue(Envelope.hasBegun(buffer, 0, BEGAN));
        assertEquals(0x2122232425262728L, Envelope.timeMs(buffer, 0));
        assertEquals(BEGAN.sequence(), Envelope.sequence(buffer, 0));
    }

    @Test
    void shouldSayWhoIsToLeadBehindAnEnvelopeOfItsOwnKind() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.BYTES + HandOverOrder.BYTES]);
        HandOverOrder order = new HandOverOrder(2, 0x3132333435363738L);

        Envelope.put(buffer, Envelope.ORDER, BEGAN, 0x2122232425262728L);
        order.put(new UnsafeBuffer(buffer, Envelope.BYTES, HandOverOrder.BYTES));

        assertEquals(
                "01000100141312110807060504030201282726252423222102000000000000003837363534333231",
                HexFormat.of().formatHex(buffer.byteArray()));
        assertTrue(Envelope.isKnown(buffer, 0, 40));
        assertEquals(Envelope.ORDER, Envelope.kind(buffer, 0));
        assertEquals(order, HandOverOrder.get(buffer, Envelope.BYTES));
        buffer.putByte(2, (byte) 3);
        assertFalse(Envelope.isKnown(buffer, 0, 40));
    }

    /** Earlier builds know no such order: for them it is one to prepare, in a term that never is. */
    @Test
    void shouldSayThatAMarkIsMadeAsAnOrderThatIsVoidForWhoDoesNotKnowIt() {
        UnsafeBuffer order = new UnsafeBuffer(new byte[HandOverOrder.BYTES]);

        MarkOrder.put(order);

        assertEquals("ffffffff010000000000000000000080", HexFormat.of().formatHex(order.byteArray()));
        assertTrue(MarkOrder.is(order, 0));
        assertEquals(new HandOverOrder(HandOverOrder.NOBODY_YET, Long.MIN_VALUE), HandOverOrder.get(order, 0));
        new HandOverOrder(2, 12).put(order);
        assertFalse(MarkOrder.is(order, 0));
    }

    @Test
    void shouldSayOfAPartWhereInWhichMessageItBelongs() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.PART_BYTES + 1]);

        Envelope.putPart(buffer, BEGAN, 0x2122232425262728L, 0x41424344, 0x31323334);

        assertEquals(
                "010002001413121108070605040302012827262524232221444342413433323100",
                HexFormat.of().formatHex(buffer.byteArray()));
        assertTrue(Envelope.isKnown(buffer, 0, 33));
        assertFalse(Envelope.isKnown(buffer, 0, 32), "a part of nothing");
        assertEquals(Envelope.PART, Envelope.kind(buffer, 0));
        assertEquals(0x41424344, Envelope.whole(buffer, 0));
        assertEquals(0x31323334, Envelope.begin(buffer, 0));
    }

    @Test
    void shouldKnowNoOtherVersionAndNoOtherBegin() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.BYTES]);
        Envelope.put(buffer, Envelope.MESSAGE, BEGAN, 5);

        assertFalse(Envelope.hasBegun(buffer, 0, new LogMark(BEGAN.sequence(), BEGAN.crc() + 1, 0)));
        assertFalse(Envelope.hasBegun(buffer, 0, new LogMark(BEGAN.sequence() + 1, BEGAN.crc(), 0)));
        assertFalse(Envelope.isKnown(buffer, 0, 23));
        buffer.putByte(0, (byte) 2);
        assertFalse(Envelope.isKnown(buffer, 0, 24));
    }
}
