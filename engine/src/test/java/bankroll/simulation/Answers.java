package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Request;
import bankroll.ledger.Answered;
import bankroll.protocol.Answer;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.math.BigInteger;

/** Checks the answers to questions against the model, which has heard exactly what was acknowledged before. */
final class Answers {
    private final History history;

    Answers(History history) {
        this.history = history;
    }

    /**
     * Checks one answer.
     *
     * @param known the last entry that had been acknowledged when the question was asked
     */
    void check(Question question, Request request, long known) {
        Outcome outcome = OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
        switch (question.type()) {
            case BALANCE -> balance(question, outcome, request.answer(Answer.Balance.class));
            case LOOKUP -> lookup(question, outcome, request.answer(Answer.Lookup.class), known);
            default -> books(request.answer(Answer.TrialBalance.class));
        }
    }

    private void balance(Question question, Outcome outcome, Answer.Balance answer) {
        BigInteger expected = history.model().ledger().balance(question.subject());
        BigInteger actual = outcome == Outcome.OK ? unsigned(answer.balance()) : null;
        assertEquals(expected, actual, () -> "balance of " + question.subject() + " at " + history.sequence());
    }

    private void lookup(Question question, Outcome outcome, Answer.Lookup answer, long known) {
        String id = Batch.id(question.platform(), question.subject());
        if (outcome == Outcome.TRANSACTION_NOT_FOUND) {
            assertNull(history.model().ledger().recorded(id), () -> id + " is not found");
            return;
        }
        assertTrue(answer.sequence() <= history.sequence(), () -> id + " is told before its time: " + answer);
        History.Entry entry = history.entry(answer.sequence());
        BigInteger balance = answer.hasBalance() ? unsigned(answer.balance()) : null;
        Answered found = new Answered(answer.outcome(), balance, answer.processedAtMs());
        assertTrue(holds(entry, id, found), () -> id + " is said to be " + found + " in " + entry);
        if (answer.rolledBack()) {
            assertTrue(history.rolledBackSince(id) < Long.MAX_VALUE, () -> id + " is said to be rolled back");
        } else {
            assertTrue(history.rolledBackSince(id) > known, () -> id + " is said not to be rolled back");
        }
    }

    private static boolean holds(History.Entry entry, String id, Answered found) {
        if (entry.command() instanceof Batch batch) {
            for (int i = 0; i < batch.items().size(); i++) {
                if (batch.idOf(i).equals(id) && entry.answers().get(i).equals(found)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void books(Answer.TrialBalance answer) {
        history.advanceOverWindows(answer.sequence());
        assertEquals(history.sequence(), answer.sequence());
        for (Answer.TrialBalance.Line line : answer.currencies()) {
            assertEquals("0", line.sum(), line::toString);
            assertEquals(history.model().ledger().total(line.currency()).toString(), line.players(), line::toString);
        }
    }

    private static BigInteger unsigned(long amount) {
        return new BigInteger(Long.toUnsignedString(amount));
    }
}
