package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.CorruptJournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCodecTest {
    private static final Path JOURNAL = Path.of("journal");

    /** Frozen: a manifest of this version must be read for ever. */
    private static final String GOLDEN = """
            bankroll-journal-manifest 1
            base sequence=1 previous-crc=00000000
            closed 00000001/19700102F.cq4 sequences=1..20 previous-crc=00000000 last-crc=0badcafe \
            last-position=9000 end=9500 times-ms=-5..77
            closed 00000001/19700103F.cq4 sequences=21..21 previous-crc=0badcafe last-crc=80000001 \
            last-position=66000 end=66100 times-ms=78..78
            open 00000003/19700104F.cq4
            end crc32c=CRC
            """;

    @Test
    void shouldPrintAndReadTheGoldenText() {
        String text = ManifestCodec.print(twoFiles());

        assertEquals(GOLDEN.replace("CRC", "9c9b7dc1"), text);
        assertEquals(twoFiles(), ManifestCodec.parse(JOURNAL, text));
    }

    @Test
    void shouldReadBackWhatItWrote(@TempDir Path directory) throws IOException {
        assertNull(ManifestCodec.read(directory));
        ManifestCodec.write(directory, Manifest.EMPTY);

        assertEquals(Manifest.EMPTY, ManifestCodec.read(directory));
    }

    @Test
    void shouldRefuseANewerManifest() {
        String newer = ManifestCodec.print(twoFiles()).replace("manifest 1", "manifest 2");

        assertThrows(CorruptJournalException.class, () -> ManifestCodec.parse(JOURNAL, newer));
    }

    @Test
    void shouldForgetFilesBelowASequenceAndKnowWhereItBegins() {
        Manifest kept = twoFiles().from(21);

        assertEquals(21, kept.firstSequence());
        assertEquals(0x0badcafe, kept.firstPreviousCrc());
        assertEquals(1, kept.closed().size());
        assertEquals(twoFiles(), twoFiles().from(20));
    }

    private static Manifest twoFiles() {
        ClosedFile first = new ClosedFile(JournalFile.of(JOURNAL, 1, 1), 1, 20, 0, 0x0badcafe, 9_000, 9_500, -5, 77);
        ClosedFile second =
                new ClosedFile(JournalFile.of(JOURNAL, 1, 2), 21, 21, 0x0badcafe, 0x80000001, 66_000, 66_100, 78, 78);
        return new Manifest(1, 0, List.of(first, second), JournalFile.of(JOURNAL, 3, 3));
    }
}
