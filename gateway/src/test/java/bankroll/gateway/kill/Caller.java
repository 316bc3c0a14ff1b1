package bankroll.gateway.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Plays for one player, one batch after the other, through any number of processes. It knows what it was told, and that
 * of the batch without an answer all is booked or nothing.
 */
final class Caller {
    static final String FIRST_BALANCE = "100000000";
    private static final int COMPARED = 100;
    private static final long PAUSE_NS = Duration.ofMillis(20).toNanos();

    private final TestPlayer player;
    private final Plays plays;
    private final Told told = new Told();
    private final History history;
    private Play unanswered;
    private long balance = Long.parseLong(FIRST_BALANCE);
    private volatile int answers;
    private volatile int refusals;
    private volatile Throwable wrong;

    Caller(TestPlayer player, Plays plays) {
        this.player = player;
        this.plays = plays;
        history = new History(player.id());
    }

    String id() {
        return player.id();
    }

    History history() {
        return history;
    }

    /** What the player owns, as far as was told. */
    long balance() {
        return balance;
    }

    /** How many batches were answered since the load began. */
    int answers() {
        return answers;
    }

    /** How many batches were answered {@code unavailable} since the load began. */
    int refusals() {
        return refusals;
    }

    boolean isWrong() {
        return wrong != null;
    }

    /** Sends one batch after the other until there is no answer any more, or enough. */
    void call(Wallet wallet, BooleanSupplier enough) {
        answers = 0;
        refusals = 0;
        try {
            while (!enough.getAsBoolean()) {
                sendOne(wallet);
            }
        } catch (UncheckedIOException gone) {
            // The end of the process that the test is about.
        } catch (RuntimeException | AssertionError e) {
            wrong = e;
        }
    }

    /** A batch that was refused may be booked all the same: it is sent again until it is answered. */
    private void sendOne(Wallet wallet) {
        boolean sentBefore = unanswered != null;
        if (!sentBefore) {
            unanswered = plays.next(balance, told);
        }
        Answer answer = wallet.transactions(unanswered.items());
        if (answer.status() == 503) {
            answer.shouldBeProblem(503, "unavailable").shouldSayWhenToRetry();
            refusals++;
            LockSupport.parkNanos(PAUSE_NS);
        } else {
            hear(Wallet.results(answer), sentBefore);
            answers++;
        }
    }

    /** Holds a process against what was told, and sends again what wasn't answered. */
    void compare(Wallet wallet) {
        if (wrong != null) {
            throw new AssertionError(player.id() + " was answered wrongly", wrong);
        }
        if (unanswered != null) {
            sendAgain(wallet);
        }
        assertEquals(Long.toString(balance), wallet.balanceOf(player.id()), player::id);
        compareWhatWasTold(wallet);
        assertEquals(Long.toString(balance), wallet.balanceOf(player.id()), player::id);
    }

    /** The unanswered batch is booked as a whole or not at all, and once, however often it is sent. */
    private void sendAgain(Wallet wallet) {
        String now = wallet.balanceOf(player.id());
        assertTrue(
                now.equals(Long.toString(unanswered.end())) || now.equals(Long.toString(balance)),
                () -> now + " is neither before nor after " + unanswered + " from " + balance);
        hear(wallet.book(unanswered.items()), true);
    }

    private void compareWhatWasTold(Wallet wallet) {
        List<Item> newest = told.newest(COMPARED);
        if (newest.isEmpty()) {
            return;
        }
        List<Result> again = wallet.book(newest);
        for (int i = 0; i < again.size(); i++) {
            told.shouldBeAsBefore(newest.get(i), again.get(i));
        }
        Item last = newest.get(newest.size() - 1);
        told.shouldBeAsBefore(last, wallet.lookUp(last.id()).shouldBeOk());
    }

    /** A batch that was sent before may have been booked then: its items stand at the end already. */
    private void hear(List<Result> results, boolean sentBefore) {
        boolean isBooked = sentBefore
                && results.stream()
                        .allMatch(result -> Long.toString(unanswered.end()).equals(result.balance()));
        for (int i = 0; i < results.size(); i++) {
            long expected = isBooked ? unanswered.end() : unanswered.balances().get(i);
            results.get(i).shouldBe("ok", Long.toString(expected));
            told.remember(unanswered.items().get(i), results.get(i));
        }
        plays.answered(unanswered);
        history.add(unanswered, results);
        balance = unanswered.end();
        unanswered = null;
    }
}
