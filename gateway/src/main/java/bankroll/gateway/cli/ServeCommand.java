package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import bankroll.gateway.Service;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationException;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.Settings;
import bankroll.gateway.demo.Demo;
import bankroll.gateway.demo.DemoSecrets;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./bankroll serve}: runs the service until it is told to end. */
@Command(
        name = "serve",
        description = {
            "Runs the service.",
            "SIGTERM drains it: what is under way is answered, then it ends with 0.",
            "SIGHUP reads platforms, secrets and tokens again."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Mixin
    private SourceOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ConfigurationSources sources = options.sources(System.getenv());
        Configuration configuration = ConfigurationLoader.load(sources);
        if (configuration.get(Settings.DEMO)) {
            sources = sources.with(
                    DemoSecrets.in(configuration.get(Settings.DATA)).ensure());
            configuration = ConfigurationLoader.load(sources);
        }
        requireParties(configuration);
        configuration.warnings().forEach(LOG::warn);
        Ports.requireFree(configuration);
        run(configuration, sources);
        return ExitCode.OK;
    }

    private void run(Configuration configuration, ConfigurationSources sources)
            throws IOException, InterruptedException {
        Termination termination = Termination.install();
        try {
            Service service = Service.start(configuration, SoftwareVersion.current());
            termination.closes(service);
            HangUp.onSignal(() -> reload(service, sources));
            LOG.info(
                    "Bankroll {} is ready: platforms at {}, operators at {}, data in {}",
                    SoftwareVersion.current(),
                    service.platformUrl(),
                    service.operatorUrl(),
                    configuration.get(Settings.DATA));
            if (configuration.get(Settings.DEMO)) {
                Demo.begin(configuration, service, spec.commandLine().getOut());
            }
            termination.await();
        } finally {
            termination.remove();
        }
    }

    private static void requireParties(Configuration configuration) {
        if (!configuration.missing().isEmpty()) {
            throw new ConfigurationException(configuration.missing());
        }
    }

    private static void reload(Service service, ConfigurationSources sources) {
        try {
            Configuration fresh = ConfigurationLoader.load(sources);
            requireParties(fresh);
            service.reload(fresh);
            LOG.info(
                    "Read again: {} platforms, {} operator tokens. Other settings wait for the next start",
                    fresh.platforms().size(),
                    fresh.tokens().size());
        } catch (ConfigurationException e) {
            e.lines().forEach(problem -> LOG.error("Not read again, all stays as it was: {}", problem));
        } catch (RuntimeException e) {
            LOG.error("Not read again, all stays as it was", e);
        }
    }
}
