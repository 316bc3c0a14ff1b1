package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import bankroll.gateway.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bankroll version}: what each command says with {@code --version}, for machines too. */
@Command(
        name = "version",
        description = "Prints the version, and the Java that runs it.",
        exitCodeList = {ExitCodes.DONE, ExitCodes.MISUSE},
        footer = {"", "Example:  ./bankroll version --json"},
        mixinStandardHelpOptions = true)
final class VersionCommand extends Printing implements Callable<Integer> {
    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("version", SoftwareVersion.current());
        members.put("java", Runtime.version().toString());
        members.put("system", System.getProperty("os.name"));
        String text =
                json ? Json.write(members) : String.join(System.lineSeparator(), new SoftwareVersion().getVersion());
        print(out -> out.println(text));
        return ExitCode.OK;
    }
}
