package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalSource;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.TrialBalances;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Summary;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Mark;
import bankroll.tools.source.Span;
import bankroll.tools.source.Tail;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Proves a journal, or says exactly where and what is wrong. */
@Command(
        name = "verify",
        description = {
            "Proves a journal, or says where and what is wrong.",
            "",
            "Every frame's layout, sequence, checksum and chain; applies all entries, holds every recorded balance "
                    + "against the books, the trial balance against zero after every entry, and each snapshot's digest. "
                    + "Where a retention has removed the first entries, it begins with the oldest snapshot."
        },
        footer = {
            "",
            "Example:  ./bankroll journal verify data",
            "Example:  ./bankroll journal verify data --expect-head $(cat noted-head)"
        })
final class VerifyCommand extends JournalCommand {
    @Option(
            names = "--expect-head",
            paramLabel = "SEQ:HASH",
            converter = Head.class,
            description = "A chain head noted earlier: proves that no entry up to it was changed since.")
    private ChainHead expected;

    @Option(names = "--no-chain", description = "Leave the chain out: faster where SHA-256 is slow.")
    private boolean withoutChain;

    @Option(names = "--frames-only", description = "Check the frames only; apply nothing.")
    private boolean framesOnly;

    @Override
    public Integer call() {
        if (withoutChain && expected != null) {
            throw ConditionException.misuse("--expect-head needs the chain: leave --no-chain out");
        }
        Location location = source.location();
        JournalSource journal = location.source();
        Tail tail = location.tail();
        Mark mark = location.mark();
        Verification.Depth depth = framesOnly ? Verification.Depth.FRAMES : Verification.Depth.BOOKS;
        Verification.Scope scope = new Verification.Scope(depth, !withoutChain, expected, location.snapshots());
        Beginning beginning = framesOnly ? Beginning.ofFrames(journal) : Beginning.of(journal, location.snapshots());
        try (Verification verification = new Verification(scope, beginning)) {
            prove("verify", FrameScan.of(journal, Span.ALL), verification);
            Summary summary =
                    new Summary().put("directory", location.directory().toString());
            putBounds(summary, location, mark);
            // while a live journal was read, it moved on
            Tail known = verification.damage() == null ? tail : location.tail();
            boolean isGood = new Report(verification, known, mark).put(summary);
            console.say(isGood ? mark.warning(verification.lastSequence()) : null);
            return console.conclude(summary, isGood);
        }
    }

    /** A chain head on the command line. */
    static final class Head implements ITypeConverter<ChainHead> {
        @Override
        public ChainHead convert(String text) {
            try {
                return ChainHead.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** A verification in words: what was proved, or where and what is wrong. */
    private final class Report {
        private final Verification verification;
        private final Tail tail;
        private final Mark mark;
        private boolean isGood;

        Report(Verification verification, Tail tail, Mark mark) {
            this.verification = verification;
            this.tail = tail;
            this.mark = mark;
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
            summary.put("result", isGood ? mark.good(last) : "NOT GOOD");
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
}
