package bankroll.tools;

import bankroll.journal.JournalSource;
import bankroll.protocol.CountsAnswer;
import bankroll.tools.check.TrialBalances;
import bankroll.tools.check.Verification;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.PlainText;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.FieldWriter;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.entry.JsonWriter;
import bankroll.tools.read.FrameScan;
import bankroll.tools.state.Balances;
import bankroll.tools.state.PlayerQuestion;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The state as of an entry or a time. */
@Command(
        name = "state",
        description = {
            "Shows the state as of an entry or a time.",
            "",
            "Trial balance, counts and digest; or one player; or all balances, or the largest ones, a line each."
        },
        footer = {
            "",
            "Example:  ./bankroll journal state data --player p-17 --to-time 2026-11-21T03:24Z",
            "Example:  ./bankroll journal state data --top 20 --currency EUR"
        })
final class StateCommand implements Callable<Integer> {
    @ParentCommand
    private JournalTool tool;

    @Mixin
    private SourceOptions source;

    @Mixin
    private UntilOptions until;

    @Option(names = "--player", paramLabel = "ID", description = "All about this player.")
    private String player;

    @Option(names = "--all", description = "All balances.")
    private boolean isAll;

    @Option(names = "--top", paramLabel = "N", description = "The N largest balances.")
    private int top;

    @Option(names = "--currency", paramLabel = "CODE", description = "Only balances in this currency.")
    private String currency;

    @Override
    public Integer call() {
        JournalSource journal = source.open();
        try (Verification verification = new Verification(new Verification.Scope(false, true, null, null))) {
            FrameScan scan = FrameScan.of(journal, until.span());
            try (Progress progress = tool.progress("state", "entries", scan.size())) {
                verification.run(scan, progress);
            }
            if (verification.damage() != null) {
                throw verification.damage();
            }
            print(journal, verification);
        }
        return CommandFailure.GOOD;
    }

    private void print(JournalSource journal, Verification verification) {
        if (player != null) {
            Summary found = PlayerQuestion.ask(verification.ledger(), player);
            if (found == null) {
                throw CommandFailure.wrong(
                        "there is no player " + player + " up to sequence " + verification.lastSequence());
            }
            tool.print(head(verification).putAll(found));
        } else if (isAll || top > 0) {
            printBalances(journal, verification);
        } else {
            tool.print(summary(verification));
        }
    }

    private void printBalances(JournalSource journal, Verification verification) {
        try (TextBuffer out = tool.output();
                Balances balances = new Balances(journal, verification.books())) {
            Balances.Taker taker = tool.isJson() ? json(new JsonWriter(out)) : line(out);
            if (top > 0) {
                balances.top(top, currency, taker);
            } else {
                balances.all(currency, taker);
            }
        }
    }

    private static Balances.Taker json(FieldWriter out) {
        return (texts, code, balance) -> {
            out.begin();
            out.text(
                    "player_id",
                    texts.source(ItemField.PLAYER_ID),
                    texts.offset(ItemField.PLAYER_ID),
                    texts.length(ItemField.PLAYER_ID));
            out.text("currency", code);
            out.amount("balance", false, balance);
            out.end();
        };
    }

    private static Balances.Taker line(TextBuffer out) {
        return (texts, code, balance) -> {
            id(out, texts);
            out.put(' ').unsigned(balance).put(' ').text(code).put('\n');
        };
    }

    private static void id(TextBuffer out, ItemTexts texts) {
        PlainText.put(
                out,
                texts.source(ItemField.PLAYER_ID),
                texts.offset(ItemField.PLAYER_ID),
                texts.length(ItemField.PLAYER_ID));
    }

    private static Summary summary(Verification verification) {
        CountsAnswer counts = (CountsAnswer) verification.ledger().counts();
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
        return new Summary()
                .put("sequence", last)
                .put(
                        "time",
                        last == 0
                                ? null
                                : Instant.ofEpochMilli(verification.lastTimeMs())
                                        .toString());
    }
}
