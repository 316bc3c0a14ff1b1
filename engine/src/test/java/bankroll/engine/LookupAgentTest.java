package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Entry;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Items.Position;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A lookup that fails is one request's failure. The journal here has removed every entry that it can read. */
class LookupAgentTest {
    private static final String DAMAGE = "entry 7 can't be looked up: journal file 00000001/a.cq4 is damaged at byte 0,"
            + " where sequence 7 must stand: wrong checksum; restore it";
    private static final String HINDRANCE = "a lookup can't read entry 9 now: can't read: b.cq4: Too many open files";

    private static final long FIRST = 1_000;

    private final List<Request> published = new ArrayList<>();
    private final Degradation degradation = new Degradation(() -> 0);
    private final CommandRing ring = new CommandRing(16, 1 << 20, () -> 1);
    private final List<Long> letGo = new ArrayList<>();
    private long firstSequence = FIRST;
    private boolean hasDescriptors = true;
    private long nowNs;
    private int tries;
    private final LookupAgent agent = new LookupAgent(new Journal(), ring, 16, degradation, () -> nowNs);

    @Test
    void shouldAnswerInternalWhereAnEntryIsDamagedAndTellItOnce() {
        try (Logged logged = new Logged(Degradation.class)) {
            assertEquals(Outcome.INTERNAL, lookUp(7));
            assertEquals(Outcome.INTERNAL, lookUp(7));

            assertEquals(List.of("ERROR Degraded (lookups): " + DAMAGE), logged.lines());
        }
        assertEquals(Outcome.TRANSACTION_NOT_FOUND, lookUp(8));
        assertEquals(List.of(DAMAGE), told());
        assertEquals(0, ring.inFlight());
    }

    @Test
    void shouldRefuseWhileAFileCantBeOpenedAndSayWhenItIsOver() {
        hasDescriptors = false;
        try (Logged logged = new Logged(Degradation.class)) {
            assertTrue(isRefused(9));
            assertTrue(isRefused(10));
            assertEquals(Outcome.TRANSACTION_NOT_FOUND, lookUp(8));
            assertEquals(List.of(HINDRANCE), told());

            hasDescriptors = true;
            agent.doWork();
            assertEquals(List.of(HINDRANCE), told(), "it is tried again after a second");
            nowNs += TimeUnit.SECONDS.toNanos(1);
            agent.doWork();

            assertEquals(List.of(), told());
            assertEquals(
                    List.of(
                            "ERROR Degraded (lookups): " + HINDRANCE,
                            "INFO No longer degraded (lookups): " + HINDRANCE),
                    logged.lines());
        }
        assertFalse(isRefused(9));
    }

    @Test
    void shouldTryAgainOnceASecondAndNotMoreOften() {
        hasDescriptors = false;
        assertTrue(isRefused(9));
        tries = 0;
        for (int i = 0; i < 50; i++) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            agent.doWork();
        }

        assertEquals(5, tries);
        assertEquals(List.of(HINDRANCE), told());
    }

    @Test
    void shouldLetGoOfWhatTheRetentionHasRemovedThoughMoreIsAskedFor() {
        agent.doWork();
        assertEquals(List.of(), letGo, "nothing was looked up yet");

        lookUp(8);
        firstSequence += 5;
        lookUp(8);

        assertEquals(List.of(FIRST, FIRST + 5), letGo);
    }

    /** A moment without descriptors is no defect of the service. */
    @Test
    void shouldLetGoLaterWhereTheFilesCantBeListedNow() {
        hasDescriptors = false;
        lookUp(8);
        assertEquals(List.of(), letGo);
        hasDescriptors = true;
        agent.doWork();
        agent.doWork();
        assertEquals(List.of(FIRST), letGo);
    }

    private List<String> told() {
        return degradation.entries().stream().map(Entry::what).toList();
    }

    private Outcome lookUp(long sequence) {
        Request request = ask(sequence);
        assertFalse(request.isRefused());
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }

    private boolean isRefused(long sequence) {
        return ask(sequence).isRefused();
    }

    private Request ask(long sequence) {
        Request request = new Request(published::add);
        int end = CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, CommandType.LOOKUP, 1, Origin.SYSTEM);
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(ring.offer(request));
        request.answer(new Answer.LookupPlan(Position.of(sequence, 0), false, new long[0]));
        agent.enqueue(request);
        assertEquals(1, agent.doWork());
        assertEquals(request, published.remove(0));
        return request;
    }

    /** Entry 7 is damaged, entries from 9 on are in files that must be opened. */
    private final class Journal implements JournalSource, FrameLookup {
        @Override
        public long firstSequence() {
            return firstSequence;
        }

        @Override
        public void letGoBefore(long first) {
            requireDescriptors();
            letGo.add(first);
        }

        @Override
        public JournalReader reader(long fromSequence) {
            throw new IllegalStateException("nobody reads on");
        }

        @Override
        public FrameLookup lookup() {
            return this;
        }

        @Override
        public boolean find(long sequence) {
            tries++;
            if (sequence == 7) {
                throw new CorruptJournalException(
                        "00000001/a.cq4", 0, 7, FrameFault.WRONG_CRC, "wrong checksum; restore it");
            }
            if (sequence >= 9) {
                requireDescriptors();
            }
            return false;
        }

        private void requireDescriptors() {
            if (!hasDescriptors) {
                throw new UncheckedIOException(
                        "can't read", new FileSystemException("b.cq4", null, "Too many open files"));
            }
        }

        @Override
        public DirectBuffer buffer() {
            return new UnsafeBuffer(0, 0);
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void close() {
            hasDescriptors = true;
        }
    }
}
