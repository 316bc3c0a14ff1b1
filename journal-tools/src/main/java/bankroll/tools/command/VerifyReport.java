package bankroll.tools.command;

import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.TrialBalances;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Summary;
import bankroll.tools.source.Tail;
import java.util.Locale;

/** A verification in words: what was proved, or where and what is wrong. */
final class VerifyReport {
    private final Verification verification;
    private final Tail tail;
    private final ChainHead expected;
    private boolean isGood;

    VerifyReport(Verification verification, Tail tail, ChainHead expected) {
        this.verification = verification;
        this.tail = tail;
        this.expected = expected;
        isGood = verification.isGood();
    }

    /** Adds all of it, and tells whether everything is good. */
    boolean put(Summary summary) {
        long last = verification.lastSequence();
        if (verification.beginning().isShortened()) {
            summary.put("first_sequence", verification.beginning().firstSequence());
            summary.put("begins_with", verification.beginning().name());
        }
        summary.put("entries", verification.entries()).put("last_sequence", last);
        if (last > 0) {
            summary.putTime("last_time", verification.lastTimeMs());
        }
        putFrames(summary);
        if (verification.chain() != null) {
            putChain(summary, verification.chain());
        } else if (verification.beginning().chain() == null) {
            isGood &= expected == null;
            summary.put("chain", "NOT CHECKED: no entry carries a value from which it could be followed");
        }
        if (verification.ledger() != null) {
            putState(summary);
        }
        summary.put("result", isGood ? "good" : "NOT GOOD");
        return isGood;
    }

    private void putFrames(Summary summary) {
        CorruptJournalException damage = verification.damage();
        if (damage != null) {
            summary.put("frames", tail.isTorn(damage) ? "torn tail" : "DAMAGED");
            summary.put("damage", tail.what(damage));
            summary.put("cure", tail.cure(damage));
        } else if (tail.forcedSequence() > verification.lastSequence()) {
            isGood = false;
            summary.put("frames", "MISSING");
            summary.put(
                    "damage",
                    "the journal ends at sequence " + verification.lastSequence() + ", but sequences up to "
                            + tail.forcedSequence() + " had been forced to disk");
            summary.put("cure", tail.cureOfLoss(verification.lastSequence()));
        } else {
            summary.put("frames", "good");
        }
    }

    private void putChain(Summary summary, ChainProof chain) {
        summary.put("chain_head", chain.head().toString());
        if (chain.firstContradiction() > 0) {
            summary.put(
                    "chain",
                    "BROKEN: entry " + chain.firstContradiction()
                            + " carries a chain value that is not that of the entries before it");
        } else {
            summary.put("chain", String.format(Locale.ROOT, "good, %,d entries carry it", chain.carriedCount()));
        }
        if (expected != null) {
            summary.put("expected_head", expectation(chain));
        }
    }

    private String expectation(ChainProof chain) {
        if (chain.isExpectationMet()) {
            return "met: entries 1 to " + expected.sequence() + " are the same as then";
        }
        isGood = false;
        if (expected.sequence() < chain.start()) {
            return "TOO OLD: the chain can be followed from entry " + chain.start() + " on";
        }
        return verification.lastSequence() < expected.sequence()
                ? "NOT REACHED: the journal ends before sequence " + expected.sequence()
                : "NOT MET: something in entries 1 to " + expected.sequence() + " was changed since";
    }

    private void putState(Summary summary) {
        summary.put("bookings", verification.bookings())
                .put("balances_checked", verification.balancesChecked())
                .put("snapshots_proved", verification.snapshotsProved())
                .put("wrong", verification.findings().count());
        if (verification.findings().count() > 0) {
            summary.put("findings", verification.findings().rows());
        }
        if (verification.isContradicted()) {
            return;
        }
        summary.put("trial_balance", TrialBalances.rows(verification.ledger()));
        summary.put("digest", verification.ledger().digest());
    }
}
