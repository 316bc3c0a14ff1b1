package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import java.security.MessageDigest;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ChainProofTest {
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();

    private byte[] nextFrame() {
        int length = sealer.seal(buffer, 0, 24, 32, 1_000 + sealer.lastSequence());
        return Arrays.copyOf(buffer.byteArray(), length);
    }

    private static byte[] sha(byte[] before, byte[] frame) throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(before);
        return sha.digest(frame);
    }

    private void feed(ChainProof chain, byte[] frame) {
        chain.onFrame(new UnsafeBuffer(frame), 0, frame.length);
    }

    @Test
    void shouldHashTheValueBeforeAndTheFrame() throws Exception {
        ChainProof chain = new ChainProof().startAfter(ChainHead.START);
        byte[] expected = new byte[32];
        for (int i = 0; i < 5; i++) {
            byte[] frame = nextFrame();
            expected = sha(expected, frame);
            feed(chain, frame);
        }
        assertEquals(5, chain.head().sequence());
        assertArrayEquals(expected, chain.head().value());
    }

    @Test
    void shouldAcceptFramesThatCarryTheRightValue() {
        ChainProof chain = new ChainProof().startAfter(ChainHead.START);
        for (int i = 0; i < 5; i++) {
            feed(chain, nextFrame());
            ChainHead newest = chain.head();
            sealer.chain((frame, at) -> newest.put(frame, at));
        }
        assertEquals(4, chain.carriedCount());
        assertEquals(0, chain.firstContradiction());
    }

    @Test
    void shouldNameTheFirstFrameThatCarriesAnotherValue() {
        ChainProof chain = new ChainProof().startAfter(ChainHead.START);
        feed(chain, nextFrame());
        feed(chain, nextFrame());
        sealer.chain((frame, at) -> new ChainHead(1, new byte[32]).put(frame, at));
        feed(chain, nextFrame());
        assertEquals(3, chain.firstContradiction());
    }

    @Test
    void shouldNameAFrameThatCarriesAValueOfTheFuture() {
        ChainProof chain = new ChainProof().startAfter(ChainHead.START);
        sealer.chain((frame, at) -> new ChainHead(7, new byte[32]).put(frame, at));
        feed(chain, nextFrame());
        assertEquals(1, chain.firstContradiction());
    }

    @Test
    void shouldGoOnBehindAKnownValue() {
        ChainProof whole = new ChainProof().startAfter(ChainHead.START);
        feed(whole, nextFrame());
        feed(whole, nextFrame());
        ChainProof second = new ChainProof().startAfter(whole.head());
        byte[] third = nextFrame();
        feed(whole, third);
        feed(second, third);
        assertEquals(whole.head().toString(), second.head().toString());
        assertTrue(
                new ChainProof().startAfter(whole.head()).expect(whole.head()).isExpectationMet());
        assertFalse(new ChainProof()
                .startAfter(ChainHead.START)
                .expect(whole.head())
                .isExpectationMet());
    }

    /** A snapshot or a backup stands behind some of what is read. */
    @Test
    void shouldPassOverFramesUpToItsStart() {
        ChainProof whole = new ChainProof().startAfter(ChainHead.START);
        byte[] first = nextFrame();
        byte[] second = nextFrame();
        feed(whole, first);
        feed(whole, second);
        ChainProof proof = new ChainProof().startAfter(whole.head());
        feed(proof, first);
        feed(proof, second);
        assertEquals(2, proof.start());
        assertEquals(whole.head(), proof.head());
        assertEquals(0, proof.firstContradiction());
    }

    @Test
    void shouldMeetAnExpectedValueOnItsWay() {
        byte[][] frames = {nextFrame(), nextFrame(), nextFrame()};
        ChainProof first = new ChainProof();
        feed(first, frames[0]);
        feed(first, frames[1]);
        ChainHead noted = first.head();
        ChainProof right = new ChainProof().expect(noted);
        ChainProof wrong = new ChainProof().expect(new ChainHead(2, new byte[32]));
        for (byte[] frame : frames) {
            assertEquals(right.head().sequence() >= 2, right.isExpectationMet());
            feed(right, frame);
            feed(wrong, frame);
        }
        assertTrue(right.isExpectationMet());
        assertFalse(wrong.isExpectationMet());
    }

    @Test
    void shouldNameTheFirstOfTwoFramesThatCarryAnotherValue() {
        ChainProof chain = new ChainProof();
        feed(chain, nextFrame());
        sealer.chain((frame, at) -> new ChainHead(1, new byte[32]).put(frame, at));
        feed(chain, nextFrame());
        feed(chain, nextFrame());
        assertEquals(2, chain.firstContradiction());
    }

    /** The chain is one of several who look at each frame. */
    @Test
    void shouldWantMoreFramesInAnyCase() {
        ChainProof proof = new ChainProof().startAfter(new ChainHead(1, new byte[32]));
        for (byte[] frame : new byte[][] {nextFrame(), nextFrame()}) {
            assertTrue(proof.onFrame(new UnsafeBuffer(frame), 0, frame.length));
        }
    }

    @Test
    void shouldReadWhatItWrites() {
        ChainHead head = new ChainHead(81, new byte[ChainHead.BYTES]);
        assertEquals(head.toString(), ChainHead.parse(head.toString()).toString());
        for (String text : new String[] {"", "12", "x:00", "1:00", "-1:" + "00".repeat(32), "1:" + "0g".repeat(32)}) {
            assertThrows(IllegalArgumentException.class, () -> ChainHead.parse(text), text);
        }
    }
}
