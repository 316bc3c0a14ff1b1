package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.FrozenState.StateVisitor;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace();

    @Test
    void shouldRestAtLeastTwiceAsLongAsItWorks() {
        try (Ledger ledger = new Ledger()) {
            Slow slow = new Slow();

            pace.of(ledger.freeze(), () -> {}).visit(slow);

            assertTrue(pace.restedMs() >= 2 * slow.worked * Slow.MS, pace.restedMs() + " ms");
        }
    }

    @Test
    void shouldNotEndItsRestForAWakeUpMeantForAnotherWait() {
        try (Ledger ledger = new Ledger()) {
            Slow slow = new Slow();
            LockSupport.unpark(Thread.currentThread());

            pace.of(ledger.freeze(), () -> {}).visit(slow);

            assertTrue(pace.restedMs() >= 2 * slow.worked * Slow.MS, pace.restedMs() + " ms");
        }
    }

    @Test
    void shouldNotRestWhenSomebodyWaits() {
        try (Ledger ledger = new Ledger()) {
            pace.hurry();

            pace.of(ledger.freeze(), () -> {}).visit(new Slow());

            assertEquals(0, pace.restedMs());
        }
    }

    @Test
    void shouldGiveTheSameState() {
        try (Ledger ledger = new Ledger()) {
            FrozenState state = ledger.freeze();

            assertEquals(state.digest(), pace.of(state, () -> {}).digest());
        }
    }

    @Test
    void shouldEndWhatIsNoLongerWantedUntilReadingsAreAllowedAgain() {
        pace.requireWanted();
        pace.giveUp();
        assertThrows(Pace.GivenUpException.class, pace::requireWanted);

        pace.allow();
        pace.requireWanted();
    }

    /** Works three milliseconds on each piece. */
    private static final class Slow implements StateVisitor {
        private static final int MS = 3;

        private int worked;

        @Override
        public void section(int recordBytes, int records) {}

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length) {
            long endNs = System.nanoTime() + MS * 1_000_000L;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            worked++;
        }

        @Override
        public void number(long value) {}
    }
}
