package bankroll.bench.writer;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.engine.EngineContext;
import bankroll.engine.Replay;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench replay}: from a journal to the tables in a cold process. */
@Command(
        name = "replay",
        description = {
            "Replay in a cold process: every frame checked, every entry applied.",
            "Without --data a journal is made first, as bench writer makes it (the same options)."
        },
        footer = {"", "Example:  ./bankroll bench replay --players 1000000 --transactions 10000000"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class BenchReplayCommand implements Callable<Integer> {
    @Option(names = "--data", description = "an existing data directory; it is read only")
    private Path data;

    @Mixin
    private WriterOptions options = new WriterOptions();

    @Override
    public Integer call() {
        if (ServiceJvm.isForked()) {
            replay();
            return 0;
        }
        if (data != null) {
            return ServiceJvm.fork(options.jvmFlags, ServiceJvm.arguments("replay", "--data", data, options.outputs()));
        }
        options.check();
        try (Scratch scratch = new Scratch(options.directory(), options.keep)) {
            options.makeJournal(scratch.path());
            return ServiceJvm.fork(
                    options.jvmFlags, ServiceJvm.arguments("replay", "--data", scratch.path(), options.outputs()));
        }
    }

    private void replay() {
        Path journal = data.resolve(EngineContext.JOURNAL);
        long bookings = 0;
        long bytes = 0;
        long startNs = System.nanoTime();
        double jvmSeconds = MachineFacts.secondsSinceStart();
        try (Ledger ledger = new Ledger();
                JournalReader reader = new JournalDirectory(journal).reader(1)) {
            Replay replay = new Replay(ledger, reader);
            while (replay.next()) {
                bookings += bookings(reader);
                bytes += reader.length();
            }
            double seconds = (System.nanoTime() - startNs) / 1e9;
            Summary facts = new Summary()
                    .put("bookings", bookings)
                    .put("entries", ledger.sequence())
                    .put("journal MiB", bytes >> 20)
                    .put("replay s", seconds)
                    .put(
                            "CPU s, all threads",
                            MachineFacts.cpuSeconds(ProcessHandle.current().pid()))
                    .put("bookings/s", Math.round(bookings / seconds))
                    .put("MiB/s", bytes / 1048576.0 / seconds)
                    .put("start of the JVM s", jvmSeconds)
                    .put("all s", MachineFacts.secondsSinceStart())
                    .put("bytes/tx", ledger.bytesPerTransaction());
            report(facts);
        }
    }

    /** Transactions of the platform and transfers of the operator. */
    private static int bookings(JournalReader reader) {
        int command = reader.offset() + Frame.HEADER_LENGTH;
        CommandType type = CommandHeader.type(reader.buffer(), command);
        boolean books = type == CommandType.TRANSACTIONS || type == CommandType.TRANSFERS;
        return books ? CommandHeader.items(reader.buffer(), command) : 0;
    }

    private void report(Summary facts) {
        new Report("bankroll bench replay")
                .section("Machine", MachineFacts.describe(data))
                .section("Replay", facts)
                .caveat("The process is cold, the disk's cache in memory may not be: a journal that was just written is"
                        + " read from there.")
                .caveat("No snapshot is used, and the service's own start (listeners, first entry) isn't in it.")
                .publish(options.json);
    }
}
