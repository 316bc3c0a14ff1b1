package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is acknowledged stands in the file: each byte of it, and the length before it. */
class ReadBackTest {
    private static final int AT = 64;
    private static final int LENGTH = 24;

    @TempDir
    private Path directory;

    private final byte[] frame = new byte[LENGTH];
    private JournalFile file;

    @BeforeEach
    void givenAFrameInAFile() throws IOException {
        for (int i = 0; i < LENGTH; i++) {
            frame[i] = (byte) (i + 1);
        }
        file = JournalFile.of(directory, 1, 1);
        Files.createDirectories(file.path().getParent());
        write(frame);
    }

    @Test
    void shouldFindWhatWasAppendedWhereverItCameFrom() {
        try (ReadBack back = new ReadBack(file)) {
            assertTrue(back.matches(AT, new UnsafeBuffer(frame), 0, LENGTH));
            assertTrue(back.matches(AT, inTheMiddleOfAnArray(frame), 2, LENGTH));
            assertTrue(back.matches(AT, direct(frame), 3, LENGTH));
        }
    }

    @Test
    void shouldMissEveryByteThatIsAnotherOne() throws IOException {
        for (int i = 0; i < LENGTH; i++) {
            byte[] other = frame.clone();
            other[i] ^= 1;
            write(other);
            try (ReadBack back = new ReadBack(file)) {
                assertFalse(back.matches(AT, inTheMiddleOfAnArray(frame), 2, LENGTH), "byte " + i);
                assertFalse(back.matches(AT, direct(frame), 3, LENGTH), "byte " + i);
            }
        }
    }

    @Test
    void shouldMissARecordOfAnotherLength() {
        try (ReadBack back = new ReadBack(file)) {
            assertFalse(back.matches(AT, new UnsafeBuffer(frame), 0, LENGTH - 4));
        }
    }

    @Test
    void shouldSeeAFrameForWhichTheFileHasGrown() throws IOException {
        byte[] longer = new byte[AT + LENGTH];
        try (ReadBack back = new ReadBack(file)) {
            DirectBuffer next = new UnsafeBuffer(longer);
            assertFalse(back.matches(AT, next, 0, longer.length), "it isn't there yet");

            write(longer);

            assertTrue(back.matches(AT, next, 0, longer.length));
        }
    }

    private void write(byte[] record) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(AT + record.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(AT - Integer.BYTES, record.length).position(AT).put(record);
        Files.write(file.path(), bytes.array());
    }

    /** The frame at offset 2 of a buffer that itself begins at the array's fifth byte. */
    private static DirectBuffer inTheMiddleOfAnArray(byte[] frame) {
        byte[] array = new byte[4 + 2 + LENGTH + 3];
        System.arraycopy(frame, 0, array, 6, LENGTH);
        return new UnsafeBuffer(array, 4, 2 + LENGTH);
    }

    private static DirectBuffer direct(byte[] frame) {
        UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(3 + LENGTH));
        buffer.putBytes(3, frame);
        return buffer;
    }
}
