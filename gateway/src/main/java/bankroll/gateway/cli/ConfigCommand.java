package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationPrinter;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.Settings;
import bankroll.gateway.config.SettingsPage;
import bankroll.gateway.demo.DemoSecrets;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bankroll config}: what the service would run with, and where each value comes from. */
@Command(
        name = "config",
        description = "Prints the effective configuration and each value's origin; secrets are masked.",
        mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(names = "--example", description = "A configuration file with every setting at its default instead.")
    private boolean isExample;

    @Option(names = "--reference", description = "A table of all settings, in Markdown, instead.")
    private boolean isReference;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (isExample || isReference) {
            spec.commandLine().getOut().print(isExample ? SettingsPage.example() : SettingsPage.reference());
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        }
        ConfigurationSources sources = options.sources(System.getenv());
        Configuration configuration = ConfigurationLoader.load(sources);
        if (configuration.get(Settings.DEMO)) {
            configuration = ConfigurationLoader.load(sources.with(
                    DemoSecrets.in(configuration.get(Settings.DATA)).existing()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? ConfigurationPrinter.json(configuration) : ConfigurationPrinter.text(configuration));
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        configuration.warnings().forEach(warning -> err.println("bankroll: warning: " + warning));
        if (!configuration.get(Settings.DEMO)) {
            configuration.missing().forEach(missing -> err.println("bankroll: serve would refuse this: " + missing));
        }
        err.flush();
        return ExitCode.OK;
    }
}
