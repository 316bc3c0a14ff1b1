package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Frame;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.tools.check.Beginning;
import bankroll.tools.command.SpanOptions.ZoneOption;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Decimals;
import bankroll.tools.report.GgrReport;
import bankroll.tools.report.OpenRounds;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import bankroll.tools.source.Span.Removed;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Bets, wins, rollbacks and gross gaming revenue. */
@Command(
        name = "ggr",
        description = {
            "Bets, wins, rollbacks and gross gaming revenue.",
            "",
            "Revenue is bets less rollbacks less wins, by day, platform, currency "
                    + "and game. Each movement counts on its own day; "
                    + "a rollback counts for the game that it names. Beside it, by day and "
                    + "currency: deposits, withdrawals, adjustments, and what players own at the end."
        },
        footer = {
            "",
            "Example:  ./bankroll journal report ggr data --time-zone Europe/Vienna",
            "Example:  ./bankroll journal report ggr data --split day --open-rounds 24",
            "Example:  ./bankroll journal report ggr data --csv lines --decimals EUR=2,JPY=0"
        })
final class GgrCommand extends JournalCommand {
    @Mixin
    private SpanOptions span;

    @Mixin
    private ZoneOption zone;

    @Mixin
    private Decimals decimals;

    @Option(
            names = "--csv",
            paramLabel = "TABLE",
            description =
                    "Answer in CSV: lines (bets, wins, rollbacks, revenue) or cash (deposits, withdrawals, adjustments, what"
                            + " players own).")
    private Table csv;

    @Option(
            names = "--split",
            paramLabel = "COLUMN",
            split = ",",
            description = "Split by day, platform, game (default: all three); always by currency.")
    private Set<GgrReport.Column> columns = EnumSet.allOf(GgrReport.Column.class);

    @Option(
            names = "--open-rounds",
            paramLabel = "HOURS",
            description =
                    "List bets, too, that have had no win and no rollback for so many hours, by player and round. A win that"
                            + " names no bet is one for all of its player's in the round.")
    private Long openHours;

    @Option(
            names = "--look-back",
            paramLabel = "DAYS",
            description = "Open bets are looked for so far back, which must be more than --open-rounds (default: 7).")
    private long lookBackDays = 7;

    /** What can be had as CSV. */
    private enum Table {
        LINES,
        CASH
    }

    @Override
    public Integer call() {
        requireSense();
        Location location = source.location();
        JournalSource journal = location.open();
        Span wanted = span.span(zone.zone());
        GgrReport ggr = new GgrReport(wanted, zone.zone(), EnumSet.copyOf(columns), decimals.conclude());
        OpenRounds rounds = new OpenRounds(TimeUnit.DAYS.toMillis(lookBackDays), ggr.accounts(), decimals);
        if (journal.firstSequence() > 1) {
            start(ggr, Beginning.of(journal, location.snapshots()));
        }
        read(journal, wanted, ggr, openHours == null ? null : rounds);
        Summary summary = new Summary()
                .put("time_zone", zone.zone().getId())
                .put("lines", ggr.rows())
                .put("totals", ggr.totals())
                .put("cash", ggr.cash());
        if (openHours != null) {
            summary.put("open_rounds", rounds.rows(TimeUnit.HOURS.toMillis(openHours)));
            summary.put("open_rounds_before_look_back", rounds.forgotten());
        }
        putIncomplete(summary, journal, wanted, rounds);
        if (csv == null) {
            console.print(summary);
        } else {
            console.say(summary.text("incomplete"));
            printCsv(ggr);
        }
        return ExitCode.OK;
    }

    /** A file without a line has its header all the same. */
    private void printCsv(GgrReport ggr) {
        if (csv == Table.CASH) {
            console.print(ggr.emptyCash(), ggr.cash());
        } else {
            console.print(ggr.emptyRow(), ggr.rows());
        }
    }

    private void requireSense() {
        if (openHours != null && openHours < 0 || lookBackDays < 0) {
            throw ConditionException.misuse("--open-rounds and --look-back can't be below zero");
        }
        if (openHours != null && TimeUnit.DAYS.toHours(lookBackDays) <= openHours) {
            throw ConditionException.misuse(
                    "--open-rounds " + openHours + " lists nothing: bets are kept for --look-back " + lookBackDays
                            + " days; give --look-back " + (TimeUnit.HOURS.toDays(openHours) + 1) + " or more");
        }
        if (csv != null && (console.isJson() || openHours != null)) {
            throw ConditionException.misuse("--csv answers one table: leave --json and --open-rounds out");
        }
    }

    private static void start(GgrReport ggr, Beginning beginning) {
        try (Ledger ledger = beginning.ledger()) {
            ggr.startFrom(ledger);
        }
    }

    /** A revenue that lacks a part of a day must not look like a whole one. */
    private void putIncomplete(Summary summary, JournalSource journal, Span wanted, OpenRounds rounds) {
        Removed counted = Removed.of(journal, wanted);
        Removed any = Removed.of(journal, Span.ALL);
        if (counted != null) {
            summary.put("incomplete", counted.text());
        } else if (openHours != null && any != null && rounds.looksBackBehind(any.firstTimeMs())) {
            summary.put("incomplete_open_rounds", any.text());
        }
    }

    /**
     * From the first entry on, because the accounts' currencies stand where they were opened; to the last one of a shortened
     * journal, because what players owned is known where its snapshot was taken.
     */
    private void read(JournalSource journal, Span wanted, GgrReport ggr, OpenRounds rounds) {
        Span upToEnd = wanted.fromTheFirst();
        FrameScan scan = FrameScan.of(journal, journal.firstSequence() == 1 ? upToEnd : Span.ALL);
        read("report", scan, (buffer, offset, length) -> {
            boolean isUpToEnd = upToEnd.contains(Frame.sequence(buffer, offset), Frame.timeMs(buffer, offset));
            boolean goesOn = ggr.onFrame(buffer, offset, length); // it comes first: it knows the accounts
            if (rounds != null && isUpToEnd) {
                rounds.onFrame(buffer, offset, length);
            }
            return goesOn;
        });
    }
}
