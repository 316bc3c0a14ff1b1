package bankroll.bench.hold;

import bankroll.bench.hold.HeldLoops.Side;
import bankroll.bench.hold.WorstRequests.Asked;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.gateway.json.Json;
import bankroll.tools.console.Summary;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    @Option(
            names = "--cold",
            description = "each once, as the first request of a JVM of its own: what the interpreter takes")
    private boolean isCold;

    @Option(names = "--nth", hidden = true, defaultValue = "-1", description = "only this one, counted from 0")
    private int nth;

    @Option(names = "--json", description = "write the report as JSON")
    private Path json;

    @Override
    public Integer call() throws IOException {
        if (isCold && !ServiceJvm.isForked()) {
            try (Scratch scratch = new Scratch(Scratch.defaultParent(), false)) {
                return report(cold(scratch.path()), scratch.path());
            }
        }
        if (!ServiceJvm.isForked()) {
            List<Object> again = new ArrayList<>(
                    List.of("hold", "--limit-ms", limitMs, "--rounds", rounds, "--keys", keys, "--only", only));
            again.addAll(json == null ? List.of() : List.of("--json", json));
            return ServiceJvm.fork(List.of(), ServiceJvm.arguments(again.toArray()));
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
        List<Asked> all = WorstRequests.all();
        for (Asked asked : nth < 0 ? all : all.subList(nth, nth + 1)) {
            if (isWanted(asked)) {
                held.add(Held.measure(loops, parties, asked, rounds));
            }
        }
        held.sort(Comparator.comparingLong(Held::warmNs).reversed());
        return held;
    }

    private boolean isWanted(Asked asked) {
        return asked.what().toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT));
    }

    /** The first round of each in a process that has served nothing before. */
    private List<Held> cold(Path directory) throws IOException {
        List<Held> held = new ArrayList<>();
        List<Asked> all = WorstRequests.all();
        for (int i = 0; i < all.size(); i++) {
            if (isWanted(all.get(i))) {
                Path result = directory.resolve(i + ".json");
                ServiceJvm.forkQuietly(
                        ServiceJvm.arguments("hold", "--rounds", 1, "--keys", keys, "--nth", i, "--json", result));
                held.add(Held.read(all.get(i), Files.readString(result)));
            }
        }
        held.sort(Comparator.comparingLong(Held::firstNs).reversed());
        return held;
    }

    private int report(List<Held> all, Path directory) {
        List<Summary> table = all.stream().map(HoldCommand::row).toList();
        long over =
                all.stream().filter(held -> judged(held) > limitMs * NS_PER_MS).count();
        new Report("bankroll bench hold")
                .section("Machine", MachineFacts.describe(directory).put("jvm flags", ServiceJvm.describe(List.of())))
                .section("Requests", table)
                .section(
                        "Verdict",
                        new Summary()
                                .put("rounds", rounds)
                                .put("live keys", keys)
                                .put("limit ms", limitMs)
                                .put("requests over it", over))
                .caveat(
                        "\"held\" is the most processor time that the loop's thread used from one look at its sockets to"
                                + " the next, the worst round but the first; \"at first\" is that of the first round, before the"
                                + " JVM has compiled what the request needs.")
                .caveat("Pauses of the collector, and time that other programs had, come on top.")
                .publish(json);
        return over == 0 ? 0 : 1;
    }

    private static Summary row(Held held) {
        Asked asked = held.asked();
        return new Summary()
                .put("request", asked.what() + (asked.times() > 1 ? ", " + asked.times() + " at once" : ""))
                .put("answered", held.status())
                .put("bytes", asked.body().get().length)
                .put("held ms", held.warmNs() / NS_PER_MS)
                .put("at first", held.firstNs() / NS_PER_MS)
                .put("in all", held.usedNs() / NS_PER_MS);
    }

    private long judged(Held held) {
        return isCold ? held.firstNs() : held.warmNs();
    }

    /**
     * How long a request held the loop, in nanoseconds of processor time.
     *
     * @param asked what was sent
     * @param status of the last answer
     * @param firstNs the longest turn of the first round
     * @param warmNs that of all others
     * @param usedNs what the last round took in all, with the empty turns while it arrived
     */
    private record Held(Asked asked, int status, long firstNs, long warmNs, long usedNs) {
        private static final int TIMEOUT_MS = 30_000;

        /** What a process of its own has reported of one round. */
        private static Held read(Asked asked, String report) {
            Map<?, ?> row = (Map<?, ?>) ((List<?>) ((Map<?, ?>) Json.read(report)).get("Requests")).get(0);
            long firstNs = (long) (((Number) row.get("at first")).doubleValue() * NS_PER_MS);
            long usedNs = (long) (((Number) row.get("in all")).doubleValue() * NS_PER_MS);
            return new Held(asked, ((Number) row.get("answered")).intValue(), firstNs, 0, usedNs);
        }

        /** Sends it so often, each time on a connection of its own. */
        private static Held measure(HeldLoops loops, Parties parties, Asked asked, int rounds) throws IOException {
            Side side = asked.isOperators() ? loops.operator() : loops.platform();
            long firstNs = 0;
            long warmNs = 0;
            int status = 0;
            for (int round = 0; round < rounds; round++) {
                byte[] bytes = parties.bytes(asked);
                status = send(side, asked, bytes, asked.isKnown() ? parties.bytes(Asked.GOOD_READ) : new byte[0]);
                long longestNs = side.watch().longestNs();
                if (round == 0) {
                    firstNs = longestNs;
                } else {
                    warmNs = Math.max(warmNs, longestNs);
                }
            }
            return new Held(asked, status, firstNs, warmNs, side.watch().usedNs());
        }

        private static int send(Side side, Asked asked, byte[] bytes, byte[] before) throws IOException {
            try (Socket socket =
                    new Socket(side.address().getAddress(), side.address().getPort())) {
                socket.setSoTimeout(TIMEOUT_MS);
                InputStream in = new BufferedInputStream(socket.getInputStream());
                if (before.length > 0) {
                    socket.getOutputStream().write(before);
                    answer(in);
                }
                side.watch().reset();
                Thread sender = new Thread(() -> write(socket, asked, bytes), "sender");
                sender.start();
                int status = 0;
                for (int answers = 0; answers < asked.times() && status != 400; answers++) {
                    status = answer(in);
                }
                return status;
            }
        }

        /** Whoever is refused early isn't read to the end. */
        private static void write(Socket socket, Asked asked, byte[] bytes) {
            try {
                for (int i = 0; i < asked.times(); i++) {
                    socket.getOutputStream().write(bytes);
                }
            } catch (IOException closed) {
                // the answer tells why
            }
        }

        private static int answer(InputStream in) throws IOException {
            int status = Integer.parseInt(line(in).split(" ")[1]);
            int length = 0;
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                String lower = line.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length: ")) {
                    length = Integer.parseInt(lower.substring("content-length: ".length()));
                }
            }
            in.skipNBytes(length);
            return status;
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new IOException("the connection ended in an answer");
                }
                line.append((char) next);
            }
            return line.toString().stripTrailing();
        }
    }
}
