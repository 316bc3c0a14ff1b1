package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of one and of 8 MiB, in a log that takes 128 KiB at a time. */
class LongMessageTest {
    private static final int MEBIBYTE = 60;
    private static final int EIGHT = 490;
    private static final int MESSAGES = 12;
    private static final int OTHER_TERM_BYTES = 4 << 20;

    @TempDir
    private Path directory;

    /** At a mark all nodes forget what they have of a long message: no mark comes in its middle. */
    @Test
    void shouldLoseNothingToMarksAndKills() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            bookUnderMarks(nodes);
            assertEquals("OK", nodes.ask("large before ann 1 " + EIGHT));
            NodeProcess killed = nodes.leader();

            killed.kill();

            assertEquals("OK", nodes.ask("large before ann 1 " + EIGHT), "asked again");
            assertEquals(String.valueOf(MESSAGES * MEBIBYTE + EIGHT), nodes.ask("balance ann"));
            killed.start();
            nodes.awaitSame();
            bookWithOtherTerms(nodes);
            nodes.requireSameJournals();
        }
    }

    /** A log has the terms that its first leader was told of, whoever leads it later. */
    @Test
    void shouldTakeLongMessagesWhereANodeLeadsThatWasToldOfOtherTerms() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            nodes.get(2).configure(OTHER_TERM_BYTES);
            nodes.start();
            nodes.open("ann");
            for (int leader = 0; leader < nodes.size(); leader++) {
                nodes.awaitSame();
                do {
                    nodes.lead(nodes.get(leader));
                    assertEquals("OK", nodes.ask("large l" + leader + " ann 1 " + MEBIBYTE));
                } while (!nodes.get(leader).leads());
            }
            nodes.requireSameJournals();
        }
    }

    /** A log that exists keeps what it began with: Aeron would not go on with it otherwise. */
    private static void bookWithOtherTerms(Nodes nodes) {
        nodes.each(node -> {
            node.kill();
            node.configure(OTHER_TERM_BYTES);
        });
        nodes.start();
        assertEquals("OK", nodes.ask("large with-other-terms ann 1 " + MEBIBYTE));
    }

    private static void bookUnderMarks(Nodes nodes) throws InterruptedException {
        AtomicInteger booked = new AtomicInteger();
        Thread caller = new Thread(() -> {
            for (int message = 0; message < MESSAGES; message++) {
                String question = "large under-marks-" + message + " ann 1 " + MEBIBYTE;
                booked.addAndGet(nodes.ask(question).equals("OK") ? 1 : 0);
            }
        });
        caller.start();
        int marks = 0;
        while (caller.isAlive()) {
            marks += nodes.leader().ask("mark").equals("true") ? 1 : 0;
        }
        caller.join();
        assertEquals(MESSAGES, booked.get());
        assertTrue(marks > 0, "no mark was asked for");
    }
}
