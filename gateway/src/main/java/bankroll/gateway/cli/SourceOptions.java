package bankroll.gateway.cli;

import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.ConfigurationSources.Flag;
import bankroll.gateway.config.Settings;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.watch.Patience;
import bankroll.gateway.watch.Patience.NoAnswerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options that {@code serve} and {@code config} share: the layers of the configuration. */
final class SourceOptions {
    /** The variable that names the configuration file. */
    private static final String FILE_VARIABLE = "BANKROLL_CONFIG";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file (HOCON); else $" + FILE_VARIABLE + ", else none.")
    private Path file;

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory; ./data unless set.")
    private String data;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where platforms call; 127.0.0.1:8080 unless set.")
    private String listen;

    @Option(
            names = "--operator-listen",
            paramLabel = "HOST:PORT",
            description = "Where operators call; 127.0.0.1:8081 unless set.")
    private String operatorListen;

    @Option(
            names = "--demo",
            description = "With demo players that have money, generated secrets and commands to paste.")
    private boolean demo;

    @Option(
            names = "--init",
            description = "Make a ledger first when the data directory is empty or absent, as containers need it.")
    private boolean init;

    private final Patience patience;
    private boolean isDiskHung;

    /** To be filled from a command line. */
    SourceOptions() {
        this(Patience.OF_A_PERSON);
    }

    /** The same, for which a disk is waited for so long. */
    SourceOptions(Patience patience) {
        this.patience = patience;
    }

    /** The layers, as this command line and this process's environment give them. */
    ConfigurationSources sources(Map<String, String> environment) {
        List<Flag> flags = new ArrayList<>();
        add(flags, "data", "--data", data);
        add(flags, "platform.listen", "--listen", listen);
        add(flags, "operator.listen", "--operator-listen", operatorListen);
        add(flags, "init", "--init", init ? "true" : null);
        add(flags, "demo", "--demo", demo ? "true" : null);
        return sources(flags, environment, file);
    }

    /** The layers with this file; where it is null, with the one that the environment names. */
    static ConfigurationSources sources(List<Flag> flags, Map<String, String> environment, Path file) {
        String named = environment.get(FILE_VARIABLE);
        Path path = file == null && named != null && !named.isBlank() ? Path.of(named) : file;
        return new ConfigurationSources(flags, environment, Optional.ofNullable(path), AddedParties.NONE);
    }

    /**
     * What a service of this directory runs with: those secrets too that {@code serve --demo} has made in it, unless its disk
     * hangs.
     */
    Configuration configuration() {
        ConfigurationSources sources = sources(System.getenv());
        Configuration configuration = ConfigurationLoader.load(sources);
        DemoSecrets demo = DemoSecrets.in(configuration.get(Settings.DATA));
        return ofDisk(
                configuration,
                () -> demo.exist() ? ConfigurationLoader.load(sources.with(demo.existing())) : configuration,
                () -> configuration);
    }

    /**
     * What somebody gets who looks into the data directory, or else without it: its disk may hang, and is waited for once.
     *
     * @param otherwise looks at nothing on that disk
     */
    <T> T ofDisk(Configuration configuration, Callable<T> look, Supplier<T> otherwise) {
        if (isDiskHung) {
            return otherwise.get();
        }
        try {
            return patience.with("the disk of " + configuration.get(Settings.DATA), look);
        } catch (NoAnswerException e) {
            isDiskHung = true;
            return otherwise.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise.get();
        }
    }

    /** Whether a look at the data directory was given up. */
    boolean isDiskHung() {
        return isDiskHung;
    }

    private static void add(List<Flag> flags, String key, String option, String value) {
        if (value != null) {
            flags.add(new Flag(key, option, value));
        }
    }
}
