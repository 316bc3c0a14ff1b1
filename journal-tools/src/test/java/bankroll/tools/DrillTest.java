package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LookupAnswer;
import bankroll.protocol.Outcome;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drill of docs/operating.md, step by step, with a process that is killed. */
class DrillTest {
    private static final int BEFORE_FIRST = 300;
    private static final int BEFORE_SECOND = 300;
    private static final int AFTER = 200;

    @TempDir
    Path temporary;

    @Test
    void shouldBringBackEveryBookingUpToTheBackup() throws IOException, InterruptedException {
        final Path data = temporary.resolve("data");
        final Path backup = temporary.resolve("backup");
        final Path restored = temporary.resolve("restored");
        final Process service = start(data);
        final long last;
        final int acknowledged;
        try (BufferedReader acks =
                new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            awaitAcks(acks, BEFORE_FIRST);
            assertGood(journal("backup", data, backup, "--quiet"));
            acknowledged = awaitAcks(acks, BEFORE_SECOND);
            final Called second = journal("backup", data, backup, "--quiet");
            assertGood(second);
            last = Long.parseLong(second.value("last sequence"));
            awaitAcks(acks, AFTER);
        } finally {
            service.destroyForcibly().waitFor();
        }

        assertGood(journal("restore", backup, restored, "--quiet"));
        assertGood(journal("verify", restored, "--quiet"));

        serveAndCheck(restored, last, acknowledged);
        assertGood(journal("verify", restored, "--quiet"));
    }

    /** What was acknowledged before the second backup began answers as before, and is booked already. */
    private static void serveAndCheck(final Path restored, final long last, final int acknowledged) {
        try (DrillEngine engine = new DrillEngine(restored)) {
            final long balance = engine.balance("anna");
            for (int i = 1; i <= acknowledged; i++) {
                final Bet bet = DrillService.bet(i, DrillEngine.session());
                final LookupAnswer found = engine.lookup(bet.id());
                assertNotNull(found, bet.id());
                assertEquals(Outcome.OK, found.outcome(), bet.id());
                assertEquals(bet.amount(), found.amount(), bet.id());
                assertTrue(found.sequence() <= last, bet.id());
                assertEquals(Outcome.OK, engine.book(bet), bet.id());
            }
            assertEquals(balance, engine.balance("anna"), "nothing was booked twice");
            assertEquals(Outcome.OK, engine.book(Bet.credit("after the drill", "anna", 1, null)));
            assertEquals(balance + 1, engine.balance("anna"));
        }
    }

    /** Reads so many acknowledgements and tells the number of the last. */
    private static int awaitAcks(final BufferedReader acks, final int count) throws IOException {
        int last = 0;
        for (int i = 0; i < count; i++) {
            final String line = acks.readLine();
            assertNotNull(line, "the service ended");
            assertTrue(line.endsWith(" ok"), line);
            last = Integer.parseInt(line.substring(0, line.indexOf(' ')));
        }
        return last;
    }

    private static void assertGood(final Called called) {
        assertEquals(0, called.exitCode(), called::toString);
    }

    private static Process start(final Path data) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.add("@" + System.getProperty("bankroll.jvm.options"));
        command.add("-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(DrillService.class.getName(), data.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
