package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.protocol.Answer;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.TrialBalances;
import bankroll.tools.check.Verification;
import bankroll.tools.command.SpanOptions.UntilOptions;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.FieldWriter;
import bankroll.tools.entry.FieldWriter.JsonWriter;
import bankroll.tools.report.PlayerStates;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The state as of an entry or a time. */
@Command(
        name = "state",
        description = {
            "Shows the state as of an entry or a time.",
            "",
            "Trial balance, counts and digest; or one player; or all balances, or the largest ones of each currency, a line each. "
                    + "Where a retention has removed the first entries, it begins with the newest snapshot that is old enough."
        },
        footer = {
            "",
            "Example:  ./bankroll journal state data --player p-17 --to-time 2026-11-21",
            "Example:  ./bankroll journal state data --top 20 --currency EUR"
        })
final class StateCommand extends JournalCommand {
    @Mixin
    private UntilOptions until;

    @Option(names = "--player", paramLabel = "ID", description = "All about this player.")
    private String player;

    @Option(names = "--all", description = "All balances.")
    private boolean isAll;

    @Option(names = "--top", paramLabel = "N", description = "The N largest balances of each currency.")
    private Integer top;

    @Option(names = "--currency", paramLabel = "CODE", description = "Only balances in this currency.")
    private String currency;

    @Override
    public Integer call() {
        requireSense();
        Location location = source.location();
        JournalSource journal = location.open();
        Span span = until.span();
        long last = FrameScan.of(journal, span).last();
        Beginning beginning = Beginning.nearest(journal, location.snapshots(), last);
        try (Verification verification = new Verification(Verification.Scope.STATE, beginning)) {
            prove("state", FrameScan.of(journal, span.from(beginning.stateSequence())), verification);
            requireGood(verification);
            console.say(until.shortfall(verification.lastSequence()));
            print(verification);
        }
        return ExitCode.OK;
    }

    private void requireSense() {
        if (top != null && top < 1) {
            throw ConditionException.misuse("--top " + top + " shows nothing: ask for 1 balance or more");
        }
        if ((player == null ? 0 : 1) + (isAll ? 1 : 0) + (top == null ? 0 : 1) > 1) {
            throw ConditionException.misuse("--player, --all and --top each ask for something else: give one of them");
        }
        if (currency != null && !isAll && top == null) {
            throw ConditionException.misuse("--currency chooses among balances: give --all or --top N, too");
        }
    }

    private static void requireGood(Verification verification) {
        if (verification.damage() != null) {
            throw verification.damage();
        }
        if (!verification.isGood()) {
            throw ConditionException.wrong("there is no state to be told: " + verification.fault() + "; run verify");
        }
    }

    private void print(Verification verification) {
        if (player != null) {
            Summary found = new PlayerStates(verification.ledger()).player(player);
            if (found == null) {
                throw ConditionException.wrong(
                        "there is no player " + player + " up to sequence " + verification.lastSequence());
            }
            console.print(head(verification).putAll(found));
        } else if (isAll || top != null) {
            printBalances(verification);
        } else {
            console.print(summary(verification));
        }
    }

    private void printBalances(Verification verification) {
        PlayerStates states = new PlayerStates(verification.ledger());
        try (TextBuffer out = console.output()) {
            PlayerStates.Taker taker = console.isJson() ? json(new JsonWriter(out)) : line(out);
            if (top != null) {
                states.largest(top, currency, taker);
            } else {
                states.balances(currency, taker);
            }
        }
    }

    private static PlayerStates.Taker json(FieldWriter out) {
        return (playerId, code, balance) -> {
            out.begin();
            out.text("player_id", playerId);
            out.text("currency", code);
            out.amount("balance", false, balance);
            out.end();
        };
    }

    private static PlayerStates.Taker line(TextBuffer out) {
        return (playerId, code, balance) -> {
            out.plain(playerId).put(' ').unsigned(balance).put(' ').text(code).put('\n');
        };
    }

    private static Summary summary(Verification verification) {
        Answer.Counts counts = verification.ledger().counts();
        return head(verification)
                .put("players", counts.players())
                .put("transactions", counts.transactions())
                .put("sessions", counts.sessions())
                .put("launch_codes", counts.launchCodes())
                .put("trial_balance", TrialBalances.rows(verification.ledger()))
                .put("digest", verification.ledger().digest());
    }

    private static Summary head(Verification verification) {
        long last = verification.lastSequence();
        Summary head = new Summary()
                .put("begins_with", verification.beginning().name())
                .put("sequence", last);
        return last == 0 ? head : head.putTime("time", verification.lastTimeMs());
    }
}
