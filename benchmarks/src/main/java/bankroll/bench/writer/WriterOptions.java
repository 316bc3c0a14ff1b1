package bankroll.bench.writer;

import bankroll.bench.play.PlayOptions;
import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code bench writer} can be told; filled by picocli. */
public final class WriterOptions {
    @Option(names = "--players", defaultValue = "1000000", description = "(default: ${DEFAULT-VALUE})")
    int players;

    @Option(
            names = "--transactions",
            defaultValue = "10000000",
            description = "how many are remembered before the last step is measured (default: ${DEFAULT-VALUE})")
    long transactions;

    @Option(
            names = "--measure",
            defaultValue = "5000000",
            description = "items of the last step (default: ${DEFAULT-VALUE})")
    long measure;

    @Option(names = "--step", defaultValue = "5000000", description = "items of a line (default: ${DEFAULT-VALUE})")
    long step;

    @Option(names = "--batch", defaultValue = "500", description = "items of a request (default: ${DEFAULT-VALUE})")
    int batch;

    @Option(
            names = "--without-journal",
            description = "decide, apply and seal only; append nothing (default: append, never force)")
    boolean withoutJournal;

    @Option(names = "--snapshot", description = "one more step, for as long as a snapshot is written beside it")
    boolean withSnapshot;

    @Mixin
    PlayOptions play;

    @Option(names = "--dir", description = "where the journal is written (default: .build/bench)")
    Path directory;

    @Option(names = "--keep", description = "keep the journal, for bench replay")
    boolean keep;

    @Option(names = "--jvm-flag", description = "a JVM flag for the measuring process; repeatable")
    List<String> jvmFlags = List.of();

    @Option(names = "--json", description = "write the report as JSON")
    Path json;

    Workload workload() {
        return play.workload("00000000", players, 1);
    }

    /** Makes what a benchmark reads that was given no data directory. */
    void makeJournal(Path data) {
        try (WriterRun run = new WriterRun(workload(), batch, data, 0)) {
            run.run("making a journal", transactions, step);
        }
    }

    Path directory() {
        return directory == null ? Scratch.defaultParent() : directory;
    }

    /** The options that say what is played, as a command line. */
    List<String> workloadArguments() {
        return ServiceJvm.arguments(
                List.of("--players", players, "--measure", measure, "--step", step, "--batch", batch),
                play.arguments());
    }

    /** The option that says where the report goes, as a command line. */
    List<String> outputs() {
        return json == null ? List.of() : ServiceJvm.arguments("--json", json);
    }

    void check() {
        if (batch < 1 || batch > 500) {
            throw new IllegalArgumentException("--batch must be 1 to 500 (contract §8)");
        }
        if (step < batch || measure < batch || transactions < 0) {
            throw new IllegalArgumentException("--step and --measure must hold at least one batch");
        }
    }
}
