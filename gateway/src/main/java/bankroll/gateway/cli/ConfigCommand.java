package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationException;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.Contexts;
import bankroll.gateway.config.EffectiveValue;
import bankroll.gateway.config.LedgerRule;
import bankroll.gateway.config.Settings;
import bankroll.gateway.config.SettingsPage;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.tls.Tls;
import bankroll.gateway.json.Json;
import bankroll.journal.files.FreeSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bankroll config}: what the service would run with, and where each value comes from. */
@Command(
        name = "config",
        description = "Prints the effective configuration and each value's origin; secrets are masked.",
        exitCodeList = {ExitCodes.DONE, ExitCodes.CONFIGURATION},
        footer = {
            "",
            "Example:  ./bankroll config --check --config /etc/bankroll/bankroll.conf",
            "Example:  ./bankroll config --example > bankroll.conf"
        },
        mixinStandardHelpOptions = true)
final class ConfigCommand extends Printing implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(
            names = "--check",
            description =
                    "Print only whether serve would take it: exit code 0, or 2 and every fault. Reads certificates, too.")
    private boolean isCheck;

    @Option(names = "--example", description = "A configuration file with every setting at its default instead.")
    private boolean isExample;

    @Option(names = "--reference", description = "A table of all settings, in Markdown, instead.")
    private boolean isReference;

    @Override
    public Integer call() {
        if (isExample || isReference) {
            print(out -> out.print(isExample ? SettingsPage.example() : SettingsPage.reference()));
            return ExitCode.OK;
        }
        if (isCheck && json) {
            return checkForMachines();
        }
        Configuration configuration = load();
        if (isCheck) {
            return check(configuration);
        }
        String text = json
                ? EffectiveValue.json(configuration.values(), configuration.warnings())
                : EffectiveValue.text(configuration.values());
        print(out -> out.print(text));
        warn(configuration);
        faults(configuration).forEach(fault -> say("bankroll: serve would refuse this: " + fault));
        return ExitCode.OK;
    }

    private Configuration load() {
        ConfigurationSources sources = options.sources(System.getenv());
        Configuration configuration = ConfigurationLoader.loadToServe(sources);
        if (configuration.get(Settings.DEMO)) {
            configuration = ConfigurationLoader.loadToServe(sources.with(
                    DemoSecrets.in(configuration.get(Settings.DATA)).existing()));
        }
        return configuration;
    }

    /** One document, whatever comes of it. */
    private int checkForMachines() {
        List<String> warnings = List.of();
        List<String> faults;
        try {
            Configuration configuration = load();
            warnings = configuration.warnings();
            faults = faults(configuration);
        } catch (ConfigurationException e) {
            faults = e.lines();
        }
        Map<String, Object> verdict = new LinkedHashMap<>();
        verdict.put("good", faults.isEmpty());
        verdict.put("faults", faults);
        verdict.put("warnings", warnings);
        print(out -> out.println(Json.pretty(Json.write(verdict))));
        return verdict.get("good").equals(true) ? ExitCode.OK : ExitCode.USAGE;
    }

    private int check(Configuration configuration) {
        warn(configuration);
        List<String> faults = faults(configuration);
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
        int warnings = configuration.warnings().size();
        String besides = warnings == 0 ? "" : "; " + warnings + (warnings == 1 ? " warning" : " warnings");
        print(out -> out.println("good: " + configuration.parties() + besides));
        return ExitCode.OK;
    }

    /** What the loading itself doesn't look at, and the start refuses. */
    private static List<String> faults(Configuration configuration) {
        List<String> faults = new ArrayList<>();
        if (!configuration.get(Settings.DEMO)) {
            faults.addAll(configuration.missing());
        }
        Path data = configuration.get(Settings.DATA);
        try {
            LedgerRule.requirePlace(configuration);
        } catch (ConditionException e) {
            e.lines().forEach(line -> faults.add("data: " + line));
        }
        faults.addAll(Ports.unknownHosts(configuration));
        Contexts contexts = configuration.contexts();
        for (HttpContext listener : List.of(contexts.platform(), contexts.operator())) {
            try {
                listener.tls().ifPresent(files -> Tls.check(files, listener.tlsProvider()));
            } catch (ConditionException e) {
                faults.addAll(e.lines());
            }
        }
        try {
            FreeSpace.near(data).requireAbove(configuration.get(Settings.LOW_WATER_BYTES));
        } catch (ConditionException e) {
            faults.addAll(e.lines());
        } catch (IOException e) {
            faults.add(data + ": " + Reason.of(e));
        }
        return faults;
    }

    private void warn(Configuration configuration) {
        configuration.warnings().forEach(warning -> say("bankroll: warning: " + warning));
    }
}
