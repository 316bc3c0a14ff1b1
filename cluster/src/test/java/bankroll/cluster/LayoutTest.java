package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.engine.LogMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the log and in the file beside it, byte for byte: a released layout never changes. */
class LayoutTest {
    private static final LogMark BEGAN = new LogMark(0x0102030405060708L, 0x11121314, 0);

    @TempDir
    private Path directory;

    @Test
    void shouldPutTheSendersBeginAndTimeBeforeAMessage() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.BYTES]);

        Envelope.put(buffer, BEGAN, 0x2122232425262728L);

        assertEquals(
                "010000001413121108070605040302012827262524232221",
                HexFormat.of().formatHex(buffer.byteArray()));
        assertTrue(Envelope.isKnown(buffer, 0, 24));
        assertTrue(Envelope.hasBegun(buffer, 0, BEGAN));
        assertEquals(0x2122232425262728L, Envelope.timeMs(buffer, 0));
        assertEquals(BEGAN.sequence(), Envelope.sequence(buffer, 0));
    }

    @Test
    void shouldKnowNoOtherVersionAndNoOtherBegin() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[Envelope.BYTES]);
        Envelope.put(buffer, BEGAN, 5);

        assertFalse(Envelope.hasBegun(buffer, 0, new LogMark(BEGAN.sequence(), BEGAN.crc() + 1, 0)));
        assertFalse(Envelope.hasBegun(buffer, 0, new LogMark(BEGAN.sequence() + 1, BEGAN.crc(), 0)));
        assertFalse(Envelope.isKnown(buffer, 0, 23));
        buffer.putByte(0, (byte) 2);
        assertFalse(Envelope.isKnown(buffer, 0, 24));
    }

    @Test
    void shouldKeepWhereTheLogBeganWhateverTheJournalComesTo() {
        assertEquals(BEGAN, BeginFile.keep(directory.resolve("cluster"), BEGAN));

        assertEquals(BEGAN, BeginFile.keep(directory.resolve("cluster"), new LogMark(9, 9, 9)));
    }

    @Test
    void shouldNameAFileThatCanNotBeRead() throws IOException {
        Path file = Files.writeString(directory.resolve("begin"), "none of ours");

        String message = assertThrows(ConditionException.class, () -> BeginFile.keep(directory, BEGAN))
                .getMessage();

        assertTrue(message.contains(file.toString()), message);
    }
}
