package bankroll.tools;

import static bankroll.tools.Called.journal;
import static bankroll.tools.Called.journalUnread;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpTest {
    @TempDir
    static Path data;

    @BeforeAll
    static void writeJournal() {
        Story.write(data);
    }

    @Test
    void shouldHaveTheFirstEntrysTimeAsInfoHasIt() {
        String first = journal("info", data, "--quiet").value("first time");

        assertTrue(first.endsWith(":00.000Z"), first);
        assertTrue(journal("dump", data, "--json").lines().get(0).contains(first), first);
    }

    @Test
    void shouldPrintOneLineAnItem() {
        Called called = journal("dump", data);

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(26, called.lines().size(), called::toString);
        assertEquals(
                "#7.0 2026-01-01T00:00:01.000Z debit          ok                  transaction_id=d-1 player_id=anna",
                called.lines().get(6).replaceFirst(" session_id.*", ""));
        assertTrue(
                called.lines()
                        .get(6)
                        .endsWith(
                                " amount=100 currency=EUR balance=900 game_id=slots round_id=round-d-1" + " by=alpha"),
                called.lines().get(6));
    }

    @Test
    void shouldQuoteWhatCouldBeMisread() {
        Called called = journal("dump", data, "--type", "player");

        assertTrue(called.out().contains("player_id=\"Zoë \\\"Z\\\"\" currency=USD"), called::toString);
    }

    @Test
    void shouldPrintGoodJsonLines() throws IOException {
        Called called = journal("dump", data, "--json");

        assertEquals(26, called.lines().size(), called::toString);
        for (String line : called.lines()) {
            try (JsonParser parser = new JsonFactory().createParser(line)) {
                while (parser.nextToken() != null) {
                    assertTrue(parser.currentToken().id() > 0);
                }
            }
        }
    }

    @Test
    void shouldKeepAmountsAsStringsAndDetailsAsTheyCame() {
        String line =
                journal("dump", data, "--json", "--transaction", "d-2").lines().get(0);

        assertTrue(line.contains("\"amount\":\"50\""), line);
        assertTrue(line.contains("\"details\":{\"lines\": [1, 2]}"), line);
    }

    @Test
    void shouldNeverPrintTheHashKeyOrALaunchCode() {
        String out =
                journal("dump", data, "--json").out() + journal("dump", data).out();

        assertFalse(out.contains("code-"), out);
        assertFalse(out.contains("key"), out);
    }

    @Test
    void shouldFilterByPlayerTypeAndStatus() {
        Called called = journal("dump", data, "--player", "anna", "--type", "debit", "--status", "ok,rolled_back");

        assertEquals(
                List.of("#7.0", "#9.0", "#10.0", "#13.0"),
                called.lines().stream().map(line -> line.split(" ")[0]).toList());
    }

    @Test
    void shouldFilterByTransactionWithWhatRefersToIt() {
        Called called = journal("dump", data, "--transaction", "d-2");

        assertEquals(
                List.of("#9.0", "#9.2"),
                called.lines().stream().map(line -> line.split(" ")[0]).toList());
    }

    @Test
    void shouldFilterByGameRoundPlatformAndAnomaly() {
        assertEquals(2, journal("dump", data, "--game", "poker").lines().size());
        assertEquals(1, journal("dump", data, "--round", "table-7").lines().size());
        assertEquals(4, journal("dump", data, "--by", "beta").lines().size());
        assertEquals(1, journal("dump", data, "--anomalies").lines().size());
    }

    @Test
    void shouldFilterBySequenceAndTime() {
        assertEquals(
                2,
                journal("dump", data, "--from-sequence", 7, "--to-sequence", 8)
                        .lines()
                        .size());
        assertEquals(
                1,
                journal("dump", data, "--since", "2026-01-01T00:00:01Z", "--until", "2026-01-01T00:00:02Z")
                        .lines()
                        .size());
        assertEquals(14, journal("dump", data, "--since", "2026-01-02").lines().size());
        assertEquals(0, journal("dump", data, "--since", "2027-01-01").lines().size());
    }

    @Test
    void shouldStopAfterTheLimit() {
        assertEquals(3, journal("dump", data, "--limit", 3).lines().size());
    }

    @Test
    void shouldRefuseFiltersThatMakeNoSense() {
        assertEquals(2, journal("dump", data, "--type", "bet").exitCode());
        assertEquals(2, journal("dump", data, "--status", "fine").exitCode());
        assertEquals(2, journal("dump", data, "--since", "yesterday").exitCode());
        assertEquals(2, journal("dump", data, "--from-sequence", 0).exitCode());
        assertEquals(
                2,
                journal("dump", data, "--from-sequence", 5, "--to-sequence", 4).exitCode());
        assertEquals(
                2,
                journal("dump", data, "--since", "2026-01-02", "--until", "2026-01-02")
                        .exitCode());
    }

    @Test
    void shouldPrintUpToTheDamageAndThenSaySo(@TempDir final Path copy) throws IOException {
        Path damaged = FrameSurgery.copy(data, copy.resolve("damaged"));
        FrameSurgery.frame(damaged, 8).flip(100);

        Called called = journal("dump", damaged);

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(7, called.lines().size(), called::toString);
        assertTrue(called.err().contains("where sequence 8 must stand"), called::toString);
        assertFalse(called.err().contains("\tat "), called::toString);
    }

    @Test
    void shouldFollowALiveJournal(@TempDir final Path live) throws Exception {
        try (JournalScript script = new JournalScript(live)) {
            script.open("anna");
            LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
            CompletableFuture<Integer> dump = CompletableFuture.supplyAsync(() -> JournalTool.run(
                    new LineQueue(lines),
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                    "dump",
                    live.toString(),
                    "--follow",
                    "--limit",
                    "4"));
            assertTrue(lines.poll(20, TimeUnit.SECONDS).startsWith("#1.0"));
            assertTrue(lines.poll(20, TimeUnit.SECONDS).startsWith("#2.0"));

            script.open("ben");
            assertTrue(lines.poll(20, TimeUnit.SECONDS).contains("player_id=ben"));
            script.deposit("ben", 10);
            assertTrue(lines.poll(20, TimeUnit.SECONDS).contains("amount=10"));
            assertEquals(0, dump.get(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldFollowUntilItIsToldToEnd() throws IOException, InterruptedException {
        Process dump = ToolProcess.builder("dump", data, "--follow")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = dump.inputReader()) {
            String line = lines.readLine();
            while (!line.startsWith("#23.0")) {
                line = lines.readLine();
            }
            dump.toHandle().destroy();

            assertNull(lines.readLine());
            assertEquals(0, dump.waitFor());
        } finally {
            dump.destroyForcibly();
        }
    }

    @Test
    void shouldEndQuietlyWhenTheReaderGoesAway() {
        Called called = journalUnread("dump", data);

        assertEquals(0, called.exitCode());
        assertEquals("", called.err());
    }

    @Test
    void shouldSayWhenTheOutputsDiskIsFull() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        java.io.ByteArrayOutputStream err = new java.io.ByteArrayOutputStream();

        int exitCode =
                JournalTool.run(full, new PrintStream(err, true, StandardCharsets.UTF_8), "dump", data.toString());

        assertEquals(1, exitCode);
        assertEquals(
                "bankroll journal dump: can't write the output: No space left on device\n",
                err.toString(StandardCharsets.UTF_8));
    }
}
