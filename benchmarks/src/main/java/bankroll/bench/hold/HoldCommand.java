package bankroll.bench.hold;

import bankroll.bench.process.Fork;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.Facts;
import bankroll.bench.report.FigureTable;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench hold}: how long the worst requests hold an event loop. */
@Command(
        name = "hold",
        description = "How long one request holds an event loop: the worst ones we know, each several times.",
        footer = {"", "Example:  ./bankroll bench hold --keys 20 --rounds 6"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class HoldCommand implements Callable<Integer> {
    private static final double NS_PER_MS = 1e6;

    @Option(
            names = "--limit-ms",
            defaultValue = "50",
            description = "the command ends with 1 when a request holds a loop longer (default: ${DEFAULT-VALUE})")
    private double limitMs;

    @Option(names = "--rounds", defaultValue = "8", description = "how often each is sent (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--keys",
            defaultValue = "2",
            description = "live keys: half of them whsec_, half whpk_ (default: ${DEFAULT-VALUE})")
    private int keys;

    @Option(names = "--only", defaultValue = "", description = "only requests whose words contain this")
    private String only;

    @Option(names = "--json", description = "write the report as JSON")
    private Path json;

    @Override
    public Integer call() throws IOException {
        if (!Fork.isForked()) {
            List<Object> again = new ArrayList<>(
                    List.of("hold", "--limit-ms", limitMs, "--rounds", rounds, "--keys", keys, "--only", only));
            again.addAll(json == null ? List.of() : List.of("--json", json));
            return Fork.run(List.of(), Fork.arguments(again.toArray()));
        }
        try (Scratch scratch = new Scratch(Scratch.defaultParent(), false)) {
            Parties parties = Parties.of(keys);
            try (HeldLoops loops = new HeldLoops(scratch.path().resolve("data"), parties.secrets(), parties.token())) {
                return report(measured(loops, parties), scratch.path());
            }
        }
    }

    private List<Held> measured(HeldLoops loops, Parties parties) throws IOException {
        List<Held> held = new ArrayList<>();
        for (Asked asked : WorstRequests.all()) {
            if (asked.what().toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT))) {
                held.add(Held.measure(loops, parties, asked, rounds));
            }
        }
        held.sort(Comparator.comparingLong(Held::warmNs).reversed());
        return held;
    }

    private int report(List<Held> all, Path directory) {
        FigureTable table = new FigureTable("request", "answered", "bytes", "held ms", "at first", "in all");
        for (Held held : all) {
            table.row(
                    held.asked().what()
                            + (held.asked().times() > 1 ? ", " + held.asked().times() + " at once" : ""),
                    held.status(),
                    held.asked().body().length,
                    held.warmNs() / NS_PER_MS,
                    held.firstNs() / NS_PER_MS,
                    held.usedNs() / NS_PER_MS);
        }
        long over =
                all.stream().filter(held -> held.warmNs() > limitMs * NS_PER_MS).count();
        new Report("bankroll bench hold")
                .section("Machine", MachineFacts.describe(directory).put("jvm flags", ServiceJvm.describe(List.of())))
                .section("Requests", table)
                .section(
                        "Verdict",
                        new Facts()
                                .put("rounds", rounds)
                                .put("live keys", keys)
                                .put("limit ms", limitMs)
                                .put("requests over it", over))
                .caveat(
                        "\"held\" is the most processor time that the loop's thread used from one look at its sockets to"
                                + " the next, the worst round but the first; \"at first\" is that of the first round, before the"
                                + " JVM has compiled what the request needs.")
                .caveat("Pauses of the collector, and time that other programs had, come on top.")
                .publish(json, null);
        return over == 0 ? 0 : 1;
    }
}
