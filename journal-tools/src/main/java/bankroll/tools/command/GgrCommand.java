package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Console;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.report.GgrReport;
import bankroll.tools.report.OpenRounds;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Removed;
import bankroll.tools.source.Span;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
                    + "and game. Each movement counts on its own day; a rollback counts for the game that it names."
        },
        footer = {
            "",
            "Example:  ./bankroll journal report ggr data --time-zone Europe/Vienna",
            "Example:  ./bankroll journal report ggr data --split day --open-rounds 24"
        })
final class GgrCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JournalParameter source;

    @Mixin
    private SpanOptions span;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "Whose days, as in Europe/Vienna (default: UTC).",
            defaultValue = "UTC")
    private String zone;

    @Option(
            names = "--split",
            paramLabel = "COLUMN",
            split = ",",
            description = "Split by day, platform, game (default: all three); always by currency.")
    private Set<GgrReport.Column> columns = EnumSet.allOf(GgrReport.Column.class);

    @Option(
            names = "--open-rounds",
            paramLabel = "HOURS",
            description = "List rounds, too, whose bet has had no win and no rollback for so many hours.")
    private Long openHours;

    @Option(
            names = "--look-back",
            paramLabel = "DAYS",
            description = "Open rounds are looked for so far back (default: 7).")
    private long lookBackDays = 7;

    GgrCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        requireSense();
        Location location = source.location();
        JournalSource journal = location.open();
        Span wanted = span.span(zone());
        GgrReport ggr = new GgrReport(wanted, zone(), EnumSet.copyOf(columns));
        if (journal.firstSequence() > 1) {
            start(ggr, Beginning.nearest(journal, location.snapshots(), Long.MAX_VALUE));
        }
        OpenRounds rounds = new OpenRounds(TimeUnit.DAYS.toMillis(lookBackDays));
        read(journal, wanted, ggr, openHours == null ? null : rounds);
        List<Summary> rows = ggr.rows();
        Summary summary =
                new Summary().put("time_zone", zone).put("lines", rows).put("totals", ggr.totals());
        if (openHours != null) {
            summary.put("open_rounds", rounds.rows(TimeUnit.HOURS.toMillis(openHours)));
            summary.put("open_rounds_before_look_back", rounds.forgotten());
        }
        putIncomplete(summary, journal, wanted, rounds);
        console.print(summary);
        return ExitCode.OK;
    }

    private void requireSense() {
        if (openHours != null && openHours < 0 || lookBackDays < 0) {
            throw ConditionException.misuse("--open-rounds and --look-back can't be below zero");
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

    /** From the first entry on, because the players' currencies stand where they were opened. */
    private void read(JournalSource journal, Span wanted, GgrReport ggr, OpenRounds rounds) {
        FrameScan scan = FrameScan.of(journal, new Span(1, wanted.toSequence(), Long.MIN_VALUE, wanted.untilMs()));
        try (Progress progress = console.progress("report", "entries", scan.size())) {
            scan.run(
                    (buffer, offset, length) -> {
                        if (rounds != null) {
                            rounds.onFrame(buffer, offset, length);
                        }
                        return ggr.onFrame(buffer, offset, length);
                    },
                    progress);
        }
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw ConditionException.misuse(
                    "--time-zone " + zone + " is no time zone: write Europe/Vienna, UTC or +02:00");
        }
    }
}
