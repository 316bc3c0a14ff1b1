package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.ChainHead;
import bankroll.journal.JournalSource;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Summary;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import bankroll.tools.source.Tail;
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
        Verification.Depth depth = framesOnly ? Verification.Depth.FRAMES : Verification.Depth.BOOKS;
        Verification.Scope scope = new Verification.Scope(depth, !withoutChain, expected, location.snapshots());
        Beginning beginning = framesOnly ? Beginning.ofFrames(journal) : Beginning.of(journal, location.snapshots());
        try (Verification verification = new Verification(scope, beginning)) {
            prove("verify", FrameScan.of(journal, Span.ALL), verification);
            Summary summary = new Summary()
                    .put("directory", location.directory().toString())
                    .put("manifest", location.manifestFault());
            // while a live journal was read, it moved on
            Tail known = verification.damage() == null ? tail : location.tail();
            boolean isGood = new VerifyReport(verification, known, expected).put(summary);
            console.print(summary);
            return isGood ? ExitCode.OK : ExitCode.WRONG;
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
}
