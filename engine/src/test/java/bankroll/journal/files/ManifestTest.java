package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
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
        String text = twoFiles().print();

        assertEquals(GOLDEN.replace("CRC", "9c9b7dc1"), text);
        assertEquals(twoFiles(), Manifest.parse(JOURNAL, text));
    }

    @Test
    void shouldReadBackWhatItWrote(@TempDir Path directory) throws IOException {
        assertNull(Manifest.read(directory));
        Manifest.EMPTY.write(directory);

        assertEquals(Manifest.EMPTY, Manifest.read(directory));
    }

    @Test
    void shouldRefuseANewerManifest() {
        String newer = twoFiles().print().replace("manifest 1", "manifest 2");

        assertThrows(CorruptJournalException.class, () -> Manifest.parse(JOURNAL, newer));
    }

    @Test
    void shouldLeaveAWholeManifestOfANewerVersionToItsRelease() {
        String newer = GOLDEN.substring(0, GOLDEN.indexOf("end ")).replace("manifest 1", "manifest 2");

        ConditionException refused =
                assertThrows(ConditionException.class, () -> Manifest.parse(JOURNAL, sealed(newer)));

        assertTrue(refused.getMessage().contains("its first line is not"), refused::getMessage);
    }

    @Test
    void shouldTellWhatAFileFollowsByNumberAndChecksum() {
        ClosedFile second = twoFiles().closed().get(1);

        assertTrue(second.follows(20, 0x0badcafe));
        assertFalse(second.follows(19, 0x0badcafe));
        assertFalse(second.follows(20, 0x0badcaff));
    }

    @Test
    void shouldSayTheSameOfAFileInAnotherJournal() {
        ClosedFile file = twoFiles().closed().get(1);
        Path other = Path.of("other");

        ClosedFile moved = file.in(other);

        assertEquals(JournalFile.of(other, 1, 2), moved.file());
        assertEquals(file, moved.in(JOURNAL));
    }

    /** Whole, and of a layout that isn't ours: what it says may not be thrown away. */
    @Test
    void shouldLeaveLinesThatItDoesNotKnowToANewerRelease() {
        for (String line : List.of("closed 00000001/19700102F.cq4", "open", "base sequence=1", "more")) {
            String text = GOLDEN.substring(0, GOLDEN.indexOf("open")) + line + "\n";

            ConditionException refused =
                    assertThrows(ConditionException.class, () -> Manifest.parse(JOURNAL, sealed(text)));

            assertTrue(refused.getMessage().contains("is of a newer release: line \"" + line), refused::getMessage);
        }
        for (String noLines : List.of("", "bankroll-journal-manifest 1\n")) {
            ConditionException refused =
                    assertThrows(ConditionException.class, () -> Manifest.parse(JOURNAL, sealed(noLines)));

            assertTrue(refused.getMessage().contains("is of a newer release"), refused::getMessage);
        }
    }

    @Test
    void shouldFindAManifestWithoutItsEndOrWithAnotherSumDamaged() {
        String good = twoFiles().print();
        for (String bad :
                List.of("", good.substring(0, good.length() - 1), good + "\n", good.replace("9000", "9001"))) {
            assertThrows(CorruptJournalException.class, () -> Manifest.parse(JOURNAL, bad), bad);
        }
        CorruptJournalException noName = assertThrows(
                CorruptJournalException.class,
                () -> Manifest.parse(
                        JOURNAL,
                        sealed("bankroll-journal-manifest 1\nbase sequence=1 previous-crc=00000000\nopen x\n")));
        assertTrue(noName.getMessage().contains("\"x\" is not the name of a journal file"), noName::getMessage);
    }

    private static String sealed(String lines) {
        CRC32C sum = new CRC32C();
        sum.update(lines.getBytes(StandardCharsets.US_ASCII));
        return lines + String.format(Locale.ROOT, "end crc32c=%08x\n", sum.getValue());
    }

    @Test
    void shouldKnowWhatStandsAtItsEnds() {
        Manifest manifest = twoFiles();

        assertEquals(21, manifest.lastSequence());
        assertEquals(0x80000001, manifest.lastCrc());
        assertEquals(78, manifest.lastTimeMs());
        assertEquals(1, manifest.firstNumber());
        assertEquals(2, manifest.lastNumber());
        assertEquals(0, Manifest.EMPTY.lastSequence());
        assertEquals(0, Manifest.EMPTY.firstNumber());
        assertEquals(0, Manifest.EMPTY.lastNumber());
        assertEquals(0, Manifest.EMPTY.lastTimeMs());
        Manifest allRemoved = manifest.from(22);
        assertEquals(22, allRemoved.firstSequence());
        assertEquals(0x80000001, allRemoved.lastCrc());
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
