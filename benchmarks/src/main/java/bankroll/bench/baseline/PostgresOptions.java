package bankroll.bench.baseline;

import bankroll.bench.play.PlayOptions;
import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code bench baseline postgres} can be told; filled by picocli. */
final class PostgresOptions {
    @Option(
            names = "--batches",
            split = ",",
            defaultValue = "1,50,500",
            description = "items of a request, each size measured by itself (default: ${DEFAULT-VALUE})")
    List<Integer> batches;

    @Option(
            names = "--connections",
            split = ",",
            defaultValue = "64,16,8",
            description = "connections for each batch size, both systems (default: ${DEFAULT-VALUE})")
    List<Integer> connections;

    @Option(names = "--only", description = "one of the two: postgres or bankroll (default: both)")
    String only;

    @Option(names = "--players", defaultValue = "100000", description = "(default: ${DEFAULT-VALUE})")
    int players;

    @Mixin
    PlayOptions play;

    @Option(names = "--duration", defaultValue = "10", description = "measured seconds (default: ${DEFAULT-VALUE})")
    double duration;

    @Option(names = "--warmup", defaultValue = "10", description = "seconds before (default: ${DEFAULT-VALUE})")
    double warmup;

    @Option(names = "--dir", description = "where both get their directories (default: .build/bench)")
    private Path directory;

    @Option(names = "--json", description = "write the report as JSON")
    Path json;

    Path directory() {
        return directory == null ? Scratch.defaultParent() : directory;
    }

    boolean withPostgres() {
        return !"bankroll".equals(only);
    }

    boolean withBankroll() {
        return !"postgres".equals(only);
    }

    int mostConnections() {
        return connections.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }

    /** The workload of one batch size. */
    Workload workload(int streams) {
        return play.workload("0000ba5e", players, streams);
    }

    /** The options of {@code bench load} that play the same. */
    List<String> loadArguments(int batch, int streams) {
        List<String> arguments = new ArrayList<>(play.arguments());
        arguments.addAll(List.of(
                "--max",
                "--sync=always",
                "--batch=" + batch,
                "--connections=" + streams,
                "--players=" + players,
                "--duration=" + duration,
                "--warmup=" + warmup));
        return arguments;
    }

    void check() {
        require(batches.size() == connections.size(), "--batches and --connections must be as many");
        require(batches.stream().allMatch(size -> size >= 1 && size <= 500), "a batch has 1 to 500 items");
        require(connections.stream().allMatch(count -> count >= 1 && count <= 500), "connections are 1 to 500");
        require(only == null || List.of("postgres", "bankroll").contains(only), "--only is postgres or bankroll");
        require(duration > 0 && warmup >= 0, "--duration and --warmup are seconds");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
