package bankroll.ledger;

import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_NOT_FOUND;
import static bankroll.protocol.Outcome.SESSION_INVALID;
import static bankroll.protocol.Outcome.SESSION_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.Answer;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How sessions live and end (decisions §3): idle for an hour, a day old, or closed by the operator. */
class SessionTest extends LedgerSpecification {
    private String session;

    @BeforeEach
    void givenAnnInASession() {
        ledger.givenPlayer("ann", "100");
        session = ledger.givenSession("ann");
    }

    @Test
    void shouldEndAfterAnIdleHour() {
        ledger.advance(HOUR_MS);

        assertEquals(SESSION_INVALID, play());
    }

    @Test
    void shouldLastUntilAnIdleHourIsOver() {
        ledger.advance(HOUR_MS - 1);

        assertEquals(OK, play());
    }

    @Test
    void shouldBeKeptAliveByDebits() {
        ledger.advance(HOUR_MS - 1);
        play();
        ledger.advance(HOUR_MS - 1);

        assertEquals(OK, play());
    }

    @Test
    void shouldBeKeptAliveByRefusedDebits() {
        ledger.advance(HOUR_MS - 1);
        ledger.bookOne(ledger.debit("beyond", "ann", "1000"));
        ledger.advance(HOUR_MS - 1);

        assertEquals(OK, play());
    }

    @Test
    void shouldBeKeptAliveByALateDebit() {
        ledger.bookOne(Asked.rollback("r", "ann", "late"));
        ledger.advance(HOUR_MS - 1);
        ledger.bookOne(ledger.debit("late", "ann", "1"));
        ledger.advance(HOUR_MS - 1);

        assertEquals(OK, play());
    }

    @Test
    void shouldNotBeKeptAliveByCopies() {
        Asked debit = ledger.debit("d", "ann", "1");
        ledger.bookOne(debit);
        ledger.advance(HOUR_MS - 1);
        ledger.bookOne(debit);
        ledger.advance(1);

        assertEquals(SESSION_INVALID, play());
    }

    @Test
    void shouldNotBeKeptAliveByCreditsRollbacksAndQuestions() {
        ledger.bookOne(ledger.debit("d", "ann", "1"));
        ledger.advance(HOUR_MS - 1);
        ledger.book(Asked.credit("c", "ann", "1", "d").during(session), Asked.rollback("r", "ann", "d"));
        ledger.balance("ann");
        ledger.advance(1);

        assertEquals(SESSION_INVALID, play());
    }

    @Test
    void shouldNotBeKeptAliveByAnotherPlayersDebit() {
        ledger.givenPlayer("bob", "100");
        ledger.advance(HOUR_MS - 1);
        ledger.bookOne(Asked.debit("d", "bob", session, "1"));
        ledger.advance(1);

        assertEquals(SESSION_INVALID, play());
    }

    @Test
    void shouldEndAtTheAgeOfADayHoweverAlive() {
        for (int i = 0; i < 47; i++) {
            ledger.advance(HOUR_MS / 2);
            assertEquals(OK, play());
        }
        ledger.advance(HOUR_MS / 2 - 1);
        assertEquals(OK, play());
        ledger.advance(1);
        assertEquals(SESSION_INVALID, play());
    }

    @Test
    void shouldStayGoodBesideALaterOne() {
        ledger.givenSession("ann");

        assertEquals(OK, playIn(session, "d"));
        assertEquals(OK, play());
    }

    @Test
    void shouldEndWhenTheOperatorClosesIt() {
        String other = ledger.givenSession("ann");

        assertEquals(OK, ledger.closeSession(session));
        assertEquals(SESSION_INVALID, playIn(session, "d"));
        assertEquals(OK, playIn(other, "e"));
    }

    @Test
    void shouldNotBeClosedTwice() {
        ledger.closeSession(session);

        assertEquals(SESSION_NOT_FOUND, ledger.closeSession(session));
        assertNothingRecorded();
    }

    @Test
    void shouldNotBeClosedWhenItIsOverOrUnknown() {
        ledger.advance(HOUR_MS);

        assertEquals(SESSION_NOT_FOUND, ledger.closeSession(session));
        assertEquals(SESSION_NOT_FOUND, ledger.closeSession(SessionId.format(9, 9)));
    }

    @Test
    void shouldEndWithAllOthersOfThePlayerAndNoneOfAnother() {
        ledger.givenPlayer("bob", "100");
        String newer = ledger.givenSession("ann");

        assertEquals(OK, ledger.closeSessions("ann"));
        assertEquals(SESSION_INVALID, playIn(session, "d"));
        assertEquals(SESSION_INVALID, playIn(newer, "e"));
        assertEquals(OK, ledger.bookOne(ledger.debit("f", "bob", "1")).status());
        assertEquals(PLAYER_NOT_FOUND, ledger.closeSessions("nobody"));
    }

    @Test
    void shouldBeListedOldestFirstWhileOpen() {
        ledger.closeSessions("ann");
        ledger.advance(10);
        long firstMs = ledger.nowMs();
        String first = ledger.givenSession("ann");
        ledger.advance(10);
        String closed = ledger.givenSession("ann");
        String last = ledger.givenSession("ann");
        ledger.closeSession(closed);
        ledger.advance(10);
        playIn(first, "d");

        List<Answer.Sessions.Session> open = ledger.openSessions("ann").sessions();

        assertEquals(List.of(first, last), open.stream().map(SessionTest::id).toList());
        assertEquals(2, ledger.player("ann").openSessions());
        assertEquals(firstMs, open.get(0).createdAtMs());
        assertEquals(firstMs + 20, open.get(0).lastUsedAtMs());
        assertEquals(firstMs + 20 + HOUR_MS, open.get(0).expiresAtMs());
        assertEquals(firstMs + 10, open.get(1).lastUsedAtMs());
        assertEquals(open.get(1).sequence() - 4, open.get(0).sequence());
        assertNull(ledger.openSessions("nobody"));
    }

    @Test
    void shouldShowTheEndOfItsDayWhenThatComesFirst() {
        for (int i = 0; i < 47; i++) {
            ledger.advance(HOUR_MS / 2);
            play();
        }

        Answer.Sessions.Session old = ledger.openSessions("ann").sessions().get(0);

        assertEquals(old.createdAtMs() + DAY_MS, old.expiresAtMs());
    }

    @Test
    void shouldBeClearedAwayOnceOver() {
        for (int i = 0; i < 50; i++) {
            ledger.givenSession("ann");
        }
        ledger.advance(HOUR_MS);
        for (int i = 0; i < 50; i++) {
            ledger.givenSession("ann");
        }

        assertEquals(50, ledger.player("ann").openSessions());
        assertEquals(50, ledger.openSessions("ann").sessions().size());
        assertEquals(OK, play());
    }

    /** Each one that is opened looks whether some others are over. */
    @Test
    void shouldTakeNoMemoryOnceOverThoughItsPlayerNeverComesBack() {
        for (int i = 0; i < 40; i++) {
            ledger.givenPlayer("guest " + i, "0");
        }
        ledger.advance(HOUR_MS);
        for (int i = 0; i < 20; i++) {
            ledger.givenSession("ann");
        }

        assertEquals(20, ledger.ledger().records(Table.SESSIONS));
    }

    private Outcome play() {
        return ledger.bookOne(
                        ledger.debit("play " + ledger.nowMs() + ledger.ledger().sequence(), "ann", "1"))
                .status();
    }

    private Outcome playIn(String open, String id) {
        return ledger.bookOne(Asked.debit(id, "ann", open, "1")).status();
    }

    private static String id(Answer.Sessions.Session session) {
        return SessionId.format(session.high(), session.low());
    }
}
