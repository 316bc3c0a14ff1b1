package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.engine.EngineContext;
import bankroll.gateway.Service;
import bankroll.gateway.cli.Reload.HangUp;
import bankroll.gateway.config.ClusterSettings;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.LedgerRule;
import bankroll.gateway.config.Settings;
import bankroll.gateway.demo.Demo;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.files.DirectoryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./bankroll serve}: runs the service until it is told to end. */
@Command(
        name = "serve",
        description = {
            "Runs the service on a data directory that \"./bankroll init\" has made.",
            "SIGTERM drains it: what is under way is answered, then it ends with 0.",
            "SIGHUP reads platforms, secrets and tokens again; during a start, at its end."
        },
        exitCodeList = {
            "0:drained and closed",
            "1:Java itself did not start, or the machine gave it no memory",
            ExitCodes.CONFIGURATION,
            "3:the Java heap is full",
            "65:found at the start: damage, or data of another program",
            "69:a port is taken",
            ExitCodes.IN_USE,
            "74:a file can't be read or written; the running service stopped by itself, because the disk failed",
            ExitCodes.NO_ROOM,
            "78:no ledger in the data directory, or it may not be written; a node of a cluster that has to be seeded"
        },
        footer = {
            "",
            "Example:  ./bankroll serve --demo",
            "Example:  ./bankroll serve --config /etc/bankroll/bankroll.conf"
        },
        mixinStandardHelpOptions = true)
final class ServeCommand extends Printing implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final String WHOLE_ELSEWHERE =
            "while other nodes of the cluster run, move this data directory away, keep it, and run instead"
                    + " \"./bankroll cluster seed --operator-url URL\" on this node, with the URL of the one that leads"
                    + " (docs/cluster.md)";

    @Mixin
    private SourceOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Reload reload = new Reload();
        boolean hearsHangUp = HangUp.onSignal(reload::ask);
        ConfigurationSources sources = options.sources(System.getenv());
        Configuration configuration = ConfigurationLoader.loadToServe(sources);
        boolean isDemo = configuration.get(Settings.DEMO);
        if (!isDemo) {
            Reload.requireParties(configuration);
        }
        LedgerRule.require(configuration);
        OwnFiles.keep(configuration.get(Settings.DATA), "with --data");
        if (!hearsHangUp) {
            HangUp.insist(reload::ask);
        }
        if (isDemo) {
            sources = sources.with(
                    DemoSecrets.in(configuration.get(Settings.DATA)).ensure());
            configuration = ConfigurationLoader.load(sources);
        }
        configuration.warnings().forEach(warning -> LOG.warn(LogId.CONFIGURATION.marker(), warning));
        requirePorts(configuration);
        run(configuration, sources, reload);
        return ExitCode.OK;
    }

    /** Who starts the same service twice wants to know of the first one, and not to look for who listens. */
    private static void requirePorts(Configuration configuration) throws IOException {
        try {
            Ports.requireFree(configuration);
        } catch (ConditionException refused) {
            Path journal = configuration.get(Settings.DATA).resolve(EngineContext.JOURNAL);
            if (refused.exitCode() == ExitCode.UNAVAILABLE && Files.exists(journal.resolve(DirectoryLock.FILE))) {
                DirectoryLock.acquire(journal, DirectoryLock.OF_A_SERVICE).close();
            }
            throw refused;
        }
    }

    private void run(Configuration configuration, ConfigurationSources sources, Reload reload)
            throws IOException, InterruptedException {
        Termination termination = Termination.install();
        try (Supervisor supervisor = Supervisor.of(System.getenv())) {
            Service service = start(configuration);
            termination.closes(
                    () -> {
                        supervisor.stopping();
                        service.close();
                    },
                    configuration.get(Settings.DRAIN_GRACE_MS));
            LOG.info(
                    "Bankroll {} is ready: platforms at {}, operators at {}, data in {}",
                    SoftwareVersion.current(),
                    service.platformUrl(),
                    service.operatorUrl(),
                    configuration.get(Settings.DATA));
            reload.begin(service, sources);
            supervisor.ready(
                    "platforms at " + service.platformUrl() + ", operators at " + service.operatorUrl(),
                    service::isTurning);
            if (configuration.get(Settings.DEMO)) {
                Demo.begin(configuration, service, out());
            }
            termination.await();
        } finally {
            termination.remove();
        }
    }

    private static Service start(Configuration configuration) throws IOException {
        try {
            return Service.start(configuration, SoftwareVersion.current());
        } catch (ConditionException refused) {
            if (refused.exitCode() != ExitCode.DAMAGE) {
                throw refused;
            }
            ConditionException named = refused.in(configuration.get(Settings.DATA));
            boolean isNode = !configuration.get(ClusterSettings.MEMBERS).isEmpty();
            throw isNode && refused instanceof CorruptJournalException
                    ? new ConditionException(ExitCode.DAMAGE, named.getMessage(), WHOLE_ELSEWHERE, named)
                    : named;
        }
    }
}
