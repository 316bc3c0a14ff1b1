package bankroll.gateway.cli;

import bankroll.cluster.ClusterContext;
import bankroll.cluster.LeftLog;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.ShellWord;
import bankroll.engine.DataDirectory;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.gateway.client.Invocation;
import bankroll.protocol.LedgerId;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./bankroll init}: makes a ledger, so that {@code serve} never begins one by mistake. */
@Command(
        name = "init",
        description = {
            "Makes a new ledger in a directory that is empty or does not exist.",
            "serve refuses a directory without one: a disk that isn't mounted, or a typing error, begins no empty ledger."
        },
        exitCodeList = {
            "0:made",
            ExitCodes.MISUSE,
            ExitCodes.IN_USE,
            ExitCodes.NO_ROOM,
            "78:something is in the directory, or it may not be written"
        },
        footer = {"", "Example:  ./bankroll init /var/lib/bankroll/ledger"},
        mixinStandardHelpOptions = true)
final class InitCommand extends Printing implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory.")
    private Path directory;

    @Override
    public Integer call() {
        if (directory.toString().isBlank()) {
            throw ConditionException.misuse("DIR is empty: name the data directory");
        }
        requireFree(new DataDirectory(directory));
        OwnFiles.keep(directory, "as DIR");
        LedgerId id = make();
        print(out -> {
            out.println("ledger  " + id);
            out.println("data    " + directory);
            out.println("Next: configure a platform and an operator's token (docs/configure.md), then start it with: "
                    + Invocation.command() + " serve --config FILE --data " + ShellWord.of(directory));
        });
        return ExitCode.OK;
    }

    private void requireFree(DataDirectory data) {
        data.requireFree();
        if (data.hasLog() && LeftLog.holdsLedger(new ClusterContext().dataDirectory(directory))) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    directory + " holds the log of a cluster's node, and a ledger in it",
                    "start it with \"./bankroll serve --data " + ShellWord.of(directory)
                            + "\", or name an empty directory");
        }
    }

    /** As every start does: locks, appends an entry and forces it. */
    private LedgerId make() {
        EngineContext context = new EngineContext()
                .dataDirectory(directory)
                .softwareVersion(SoftwareVersion.current())
                .snapshotEveryTransactions(0);
        // that is for the service that runs on it, by its configuration, which isn't known here
        context.journal().lowWaterBytes(0);
        try (Engine engine = Engine.launch(context)) {
            return engine.ledgerId();
        }
    }
}
