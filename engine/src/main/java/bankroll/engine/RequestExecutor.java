package bankroll.engine;

import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.ledger.Ledger;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandType;
import bankroll.protocol.Outcome;

/**
 * What becomes of one request at a time that is given: decided, applied and appended as one frame, or answered.
 * Whether there is room for it was asked before. One thread, the writer's; no allocation per item.
 */
final class RequestExecutor {
    private final Ledger ledger;
    private final Journal journal;
    private final Frame.Sealer sealer;

    RequestExecutor(Ledger ledger, Journal journal, Frame.Sealer sealer) {
        this.ledger = ledger;
        this.journal = journal;
        this.sealer = sealer;
    }

    /** Decides, applies and appends a command. */
    void execute(Request request, long nowMs) {
        int outcomes = request.outcomesOffset();
        int recorded = ledger.execute(request.frame(), Request.COMMAND_OFFSET, outcomes, nowMs);
        if (recorded > 0) {
            append(request, recorded, nowMs);
        }
        request.answer(ledger.answer(request.frame(), Request.COMMAND_OFFSET, outcomes));
    }

    /** What was decided gets a head and a tail and is appended as one frame, under the sequence that the ledger gave it. */
    private void append(Request request, int recorded, long nowMs) {
        int length = sealer.seal(request.frame(), 0, request.commandLength(), recorded, nowMs);
        journal.append(request.frame(), 0, length, sealer.lastSequence());
        if (sealer.lastSequence() != ledger.sequence()) {
            throw new IllegalStateException(
                    "the journal is at " + sealer.lastSequence() + ", the ledger at " + ledger.sequence());
        }
    }

    /** Answers a question. */
    void answer(CommandType type, Request request, long nowMs) {
        ledger.moveTo(nowMs);
        switch (type) {
            case LOOKUP -> lookup(request);
            case TRIAL_BALANCE -> answer(request, ledger.trialBalance());
            case COUNTS -> answer(request, ledger.counts());
            default -> execute(request, nowMs);
        }
    }

    private void lookup(Request request) {
        Answer.LookupPlan plan = ledger.lookup(request.frame(), Request.COMMAND_OFFSET);
        if (plan == null) {
            request.outcome(0, Outcome.TRANSACTION_NOT_FOUND);
        } else {
            answer(request, plan);
        }
    }

    private static void answer(Request request, Answer answer) {
        request.outcome(0, Outcome.OK);
        request.answer(answer);
    }
}
