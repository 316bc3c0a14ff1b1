package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalContext.SyncPolicy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever of the two slots is torn: the other says what had been forced then. */
class ForcedMarkTest {
    private static final int SECOND_SLOT = 512;
    private static final int POLICY = 2056;

    @TempDir
    private Path journal;

    @Test
    void shouldSayWhatWasForcedLast() throws IOException {
        for (long last = 6; last <= 9; last++) {
            mark(LongStream.rangeClosed(6, last).toArray());

            assertEquals(last, ForcedMark.read(journal).forced());
        }
    }

    @Test
    void shouldSayWhatWasForcedBeforeWhereTheNewestSlotIsTorn() throws IOException {
        mark(6, 7);
        flip(SECOND_SLOT);
        assertEquals(6, ForcedMark.read(journal).forced());

        mark(6, 7, 8);
        flip(0);
        assertEquals(7, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldSayTheNewestWhereTheOlderSlotIsTorn() throws IOException {
        mark(6, 7);
        flip(0);

        assertEquals(7, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldSayWhereItBegan() throws IOException {
        mark();

        assertEquals(5, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldTellWhatWasAppendedAndThePolicyItBeganUnder() throws IOException {
        try (ForcedMark mark = ForcedMark.create(journal, 5, SyncPolicy.interval(250))) {
            mark.forced(6);
            mark.appended(9);
            mark.force();
        }

        assertEquals(new ForcedMark.Reading(6, 9, "interval=250"), ForcedMark.read(journal));
    }

    @Test
    void shouldTellAPolicyOfAnyLengthThatOneMayHave() throws IOException {
        for (int length : new int[] {1, 64}) {
            mark(6);
            setPolicyLength(length);

            assertEquals(length, ForcedMark.read(journal).syncPolicy().length());
        }
    }

    /** Older releases wrote none; a length that can't be one says nothing. */
    @Test
    void shouldTellNoPolicyWhereNoneMakesSense() throws IOException {
        for (int length : new int[] {0, -1, 65, Integer.MAX_VALUE}) {
            mark(6);
            setPolicyLength(length);

            assertEquals(new ForcedMark.Reading(6, 5), ForcedMark.read(journal));
        }
    }

    @Test
    void shouldSayNothingWhereThereIsNoneOrBothSlotsAreTorn() throws IOException {
        assertNull(ForcedMark.read(journal));

        mark(6, 7);
        flip(0);
        flip(SECOND_SLOT);
        assertThrows(CorruptJournalException.class, () -> ForcedMark.read(journal));
    }

    /** Its checksum is right, but it is no slot. */
    @Test
    void shouldNotTakeAnotherPagesBytesForASlot() throws IOException {
        mark(6, 7);
        Path file = journal.resolve(ForcedMark.FILE);
        ByteBuffer page = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(0x314D4B42, page.getInt(SECOND_SLOT), "BKM1");
        page.putInt(SECOND_SLOT, 0x324D4B42);
        CRC32C checksum = new CRC32C();
        checksum.update(page.array(), SECOND_SLOT, 24);
        page.putInt(SECOND_SLOT + 24, (int) checksum.getValue());
        Files.write(file, page.array());

        assertEquals(6, ForcedMark.read(journal).forced());
    }

    private void mark(long... sequences) throws IOException {
        try (ForcedMark mark = ForcedMark.create(journal, 5, SyncPolicy.ALWAYS)) {
            for (long sequence : sequences) {
                mark.forced(sequence);
            }
            mark.force();
        }
    }

    private void setPolicyLength(int length) throws IOException {
        try (RandomAccessFile bytes =
                new RandomAccessFile(journal.resolve(ForcedMark.FILE).toFile(), "rw")) {
            bytes.seek(POLICY);
            bytes.writeInt(Integer.reverseBytes(length));
        }
    }

    private void flip(long slot) throws IOException {
        try (RandomAccessFile bytes =
                new RandomAccessFile(journal.resolve(ForcedMark.FILE).toFile(), "rw")) {
            bytes.seek(slot + 16);
            int old = bytes.read();
            bytes.seek(slot + 16);
            bytes.write(old ^ 1);
        }
    }
}
