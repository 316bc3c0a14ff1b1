package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SipHashTest {
    private static final long KEY0 = 0x0706050403020100L;
    private static final long KEY1 = 0x0f0e0d0c0b0a0908L;

    /** Vectors of the reference implementation, 128 bits of output. */
    @Test
    void shouldAgreeWithTheReferenceVectorsOfSipHash24() {
        assertEquals("a3817f04ba25a8e66df67214c7550293", hash(new SipHash(2, 4), 0));
        assertEquals("da87c1d86b99af44347659119b22fc45", hash(new SipHash(2, 4), 1));
        assertEquals("5493e99933b0a8117e08ec0f97cfc3d9", hash(new SipHash(2, 4), 15));
    }

    @Test
    void shouldNeverGiveZeroAsLowHalfOfAnId() {
        IdHasher hasher = new IdHasher(new HashKey(1, 2), "p");
        for (int i = 0; i < 1000; i++) {
            assertEquals(false, hasher.hash(IdSpace.PLAYER, "p" + i).low() == 0);
        }
    }

    private static String hash(SipHash sip, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        sip.hash(KEY0, KEY1, new UnsafeBuffer(bytes), 0, length);
        ByteBuffer out = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return HexFormat.of()
                .formatHex(out.putLong(sip.high()).putLong(sip.low()).array());
    }
}
