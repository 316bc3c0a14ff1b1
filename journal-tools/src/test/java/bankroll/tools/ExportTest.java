package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.tools.console.Progress;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Filter;
import bankroll.tools.export.Column;
import bankroll.tools.export.DayFiles;
import bankroll.tools.export.ExportFormat;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportTest {
    @TempDir
    static Path data;

    @TempDir
    Path temporary;

    @BeforeAll
    static void writeJournal() {
        Story.write(data);
        try (JournalScript script = new JournalScript(data)) {
            script.advance(5 * Story.DAY);
            String session = script.session("anna", "slots");
            script.book(
                    Bet.debit("=1+1", "anna", session, 7).game("a,\"b\""),
                    Bet.credit("big", "anna", Long.parseUnsignedLong("9999999999999990000"), null));
        }
    }

    private Path out() {
        return temporary.resolve("out");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(out())) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static List<Map<String, String>> parquet(Path file) throws IOException {
        try (Stream<Map<String, String>> rows = ParquetReader.streamContent(file.toFile(), new Rows())) {
            return rows.toList();
        }
    }

    /** Cells that are there, by the column's name. */
    private static final class Rows implements Hydrator<Map<String, String>, Map<String, String>, String[]> {
        @Override
        public Map<String, String> start() {
            return new HashMap<>();
        }

        @Override
        public Map<String, String> add(Map<String, String> row, String[] path, Object value) {
            if (value != null) {
                row.put(path[0], value.toString());
            }
            return row;
        }

        @Override
        public Map<String, String> finish(Map<String, String> row) {
            return row;
        }
    }

    @Test
    void shouldWriteOneCsvFileADayAndAManifest() throws IOException {
        Called called = journal("export", data, out(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(
                List.of(
                        "bookings-2026-01-01.csv",
                        "bookings-2026-01-02.csv",
                        "bookings-2026-01-07.csv",
                        "manifest.json"),
                names());
        List<String> lines = Files.readAllLines(out().resolve("bookings-2026-01-01.csv"));
        assertEquals(
                "sequence,item,time,origin,type,status,effect,anomaly,id,player_id,currency,amount,moved,balance,game_id,"
                        + "round_id,room_id,session_id,reference_transaction_id,created_at,reason",
                lines.get(0));
        assertEquals(
                "4,0,2026-01-01T00:00:00.000Z,\"back office\",deposit,ok,booked,,t-1,anna,EUR,\"1000\",\"1000\",\"1000\","
                        + ",,,,,,\"by, \"\"hand\"\"\"",
                lines.get(1));
        assertEquals(8, lines.size(), lines::toString);
        assertTrue(lines.stream().noneMatch(line -> line.contains("\"-0\"")), "a refused debit moved nothing");
    }

    @Test
    void shouldGiveARollbackTheCurrencyOfItsAccount() throws IOException {
        journal("export", data, out(), "--type", "rollback", "--quiet");

        List<String> lines = Files.readAllLines(out().resolve("bookings-2026-01-01.csv"));
        assertTrue(lines.get(1).contains(",rollback,ok,reversed,,r-2,anna,EUR,\"50\",\"50\","), lines::toString);
        assertTrue(lines.get(2).contains(",rollback,ok,tombstoned,,r-9,anna,EUR,\"0\",\"0\","), lines::toString);
    }

    /** The account was opened long before what is asked for, and by an entry that no filter lets through. */
    @Test
    void shouldKnowTheCurrencyOfAnAccountThatWasOpenedBefore() throws IOException {
        journal("export", data, out(), "--format", "parquet", "--from-sequence", 9, "--type", "rollback", "--quiet");

        List<Map<String, String>> day = parquet(out().resolve("bookings-2026-01-01.parquet"));
        assertEquals(
                List.of("EUR", "EUR"),
                day.stream().map(row -> row.get("currency")).toList());
        String manifest = Files.readString(out().resolve("manifest.json"));
        assertTrue(manifest.contains("\"first_sequence\":9,"), manifest);
    }

    /** A rollback's own currency is not looked at (decisions §5), so it isn't what moved. */
    @Test
    void shouldNotBelieveTheCurrencyThatARollbackNames() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").deposit("anna", 100);
            script.debit("d", "anna", script.session("anna", "slots"), 10);
            script.book(
                    Bet.rollback("r", "anna", "d").currency("USD"),
                    Bet.rollback("x", "nobody", "y").currency("USD"));
        }

        journal("export", other, out(), "--type", "rollback", "--quiet");

        List<String> lines = Files.readAllLines(out().resolve("bookings-2026-01-01.csv"));
        assertTrue(lines.get(1).contains(",r,anna,EUR,"), lines::toString);
        assertTrue(lines.get(2).contains(",x,nobody,USD,"), lines::toString);
    }

    @Test
    void shouldSayInTheManifestWhatIsThere() throws Exception {
        journal("export", data, out(), "--quiet");

        String manifest = Files.readString(out().resolve("manifest.json"));
        byte[] file = Files.readAllBytes(out().resolve("bookings-2026-01-02.csv"));
        String sha =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        assertTrue(manifest.contains("\"first_sequence\":1,\"last_sequence\":27,"), manifest);
        assertTrue(manifest.contains("\"bytes\":" + file.length + ",\"sha256\":\"" + sha + "\""), manifest);
    }

    @Test
    void shouldKeepSpreadsheetsFromExecutingIds() throws IOException {
        Called called = journal("export", data, out(), "--quiet");

        String day = Files.readString(out().resolve("bookings-2026-01-07.csv"));
        assertTrue(day.contains(",\"'=1+1\",anna,EUR,\"7\",\"-7\",\"1088\",\"a,\"\"b\"\"\","), day);
        assertEquals("1", called.value("guarded cells"));
    }

    @Test
    void shouldWriteWhatAnAdjustmentTookWithItsSign() throws IOException {
        journal("export", data, out(), "--quiet");

        String day = Files.readString(out().resolve("bookings-2026-01-02.csv"));
        assertTrue(day.contains(",adjustment,ok,booked,,t-3,anna,EUR,\"-5\",\"-5\","), day);
    }

    @Test
    void shouldLeaveTextsRawWhenAsked() throws IOException {
        journal("export", data, out(), "--raw-text", "--quiet");

        assertTrue(Files.readString(out().resolve("bookings-2026-01-07.csv")).contains(",=1+1,anna,"));
    }

    @Test
    void shouldWriteParquetThatReadsBack() throws IOException {
        Called called = journal("export", data, out(), "--format", "parquet", "--details", "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        List<Map<String, String>> day = parquet(out().resolve("bookings-2026-01-01.parquet"));
        assertEquals(7, day.size());
        Map<String, String> debit = day.get(3);
        assertEquals("d-2", debit.get("id"));
        assertEquals("9", debit.get("sequence"));
        assertEquals("50", debit.get("amount"));
        assertEquals("-50", debit.get("moved"));
        assertEquals("{\"lines\":\n[1, 2]}", debit.get("details"));
        assertFalse(debit.containsKey("anomaly"));
        Map<String, String> credit =
                parquet(out().resolve("bookings-2026-01-07.parquet")).get(1);
        assertEquals("9999999999999990000", credit.get("amount"));
        assertEquals("9999999999999991088", credit.get("balance"));
    }

    @Test
    void shouldExportOnlyWhatIsAskedFor() {
        Called called =
                journal("export", data, out(), "--type", "debit", "--status", "ok", "--since", "2026-01-02", "--quiet");

        assertEquals("2", called.value("rows"));
    }

    @Test
    void shouldFollowTheTimeZone() throws IOException {
        journal("export", data, out(), "--time-zone", "America/New_York", "--quiet");

        assertEquals("bookings-2025-12-31.csv", names().get(0));
    }

    @Test
    void shouldRefuseADirectoryThatIsNotEmpty() throws IOException {
        Files.createDirectories(out());
        Files.createFile(out().resolve("mine"));

        Called called = journal("export", data, out());

        assertEquals(2, called.exitCode(), called::toString);
        assertEquals(List.of("mine"), names());
        assertEquals(2, journal("export", data, out().resolve("mine")).exitCode());
        assertEquals(
                2,
                journal("export", data, temporary.resolve("x"), "--format", "xls")
                        .exitCode());
    }

    @Test
    void shouldLeaveNothingHalfWhenTheJournalIsDamaged() throws IOException {
        Path damaged = FrameSurgery.copy(data, temporary.resolve("damaged"));
        FrameSurgery.frame(damaged, 13).flip(100);

        Called called = journal("export", damaged, out(), "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(List.of("bookings-2026-01-01.csv"), names());
    }

    /** A file that was written to its end, but can't get its name: another has it meanwhile. */
    @ParameterizedTest
    @EnumSource(ExportFormat.class)
    void shouldLeaveNoPartOfAFileThatCanNotBeCompleted(ExportFormat format) throws IOException {
        Files.createDirectories(out());
        String name = "bookings-2026-01-01." + format.ending();
        List<Column> columns = List.of(Column.values());
        Filter all = new Filter().conclude();
        AccountCurrencies accounts = new AccountCurrencies();
        try (DayFiles files = new DayFiles(out(), format, columns, all, Span.ALL, accounts, ZoneOffset.UTC)) {
            FrameScan.of(Location.of(data).open(), Span.ALL)
                    .run(
                            (buffer, offset, length) -> files.onFrame(buffer, offset, length)
                                    && !Files.exists(out().resolve(name + ".part")),
                            Progress.none());
            Files.createDirectory(out().resolve(name));

            ConditionException refused = assertThrows(ConditionException.class, files::finish);

            assertTrue(refused.getMessage().startsWith("can't write " + out().resolve(name) + ": "), refused::toString);
        }
        assertEquals(List.of(name), names());
    }
}
