package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import bankroll.gateway.json.Json;
import bankroll.gateway.watch.Doctor;
import bankroll.gateway.watch.Finding;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bankroll doctor}: is this machine fit for the service? */
@Command(
        name = "doctor",
        description = {
            "Looks at this machine as the service will find it: disk (does it keep what it says, how fast), file system,"
                    + " room, memory, limits, huge pages, clock, permissions. Each has a verdict and, where needed, a cure.",
            "Run it as the service's user, with its configuration. It may run beside the service; the disk gets 32 MiB"
                    + " and 200 forces to do for a moment."
        },
        exitCodeList = {
            "0:nothing is bad; there may be warnings",
            "1:something puts bookings at risk",
            ExitCodes.CONFIGURATION
        },
        footer = {
            "",
            "Examples:  ./bankroll doctor --data /var/lib/bankroll/ledger",
            "           ./bankroll doctor --json"
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand extends Printing implements Callable<Integer> {
    private static final int LABEL_WIDTH = 26;

    @Mixin
    private SourceOptions options;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Finding> findings = Doctor.examine(options.configuration());
        print(out -> {
            if (json) {
                out.println(toJson(findings));
            } else {
                findings.forEach(finding -> print(finding, out));
            }
        });
        boolean isBad = findings.stream().anyMatch(it -> it.verdict() == Finding.Verdict.BAD);
        return isBad ? ExitCode.WRONG : ExitCode.OK;
    }

    /** For machines. */
    static String toJson(List<Finding> findings) {
        return Json.write(
                Map.of("findings", findings.stream().map(DoctorCommand::members).toList()));
    }

    private static Map<String, Object> members(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("check", finding.check());
        members.put("verdict", verdict(finding));
        members.put("found", finding.found());
        members.put("cure", finding.cure().isEmpty() ? null : finding.cure());
        return members;
    }

    private static String verdict(Finding finding) {
        return finding.verdict().name().toLowerCase(Locale.ROOT);
    }

    private static void print(Finding finding, PrintWriter out) {
        String verdict = finding.verdict() == Finding.Verdict.SKIPPED ? "-" : verdict(finding);
        out.printf(Locale.ROOT, "%-6s%-" + LABEL_WIDTH + "s%s%n", verdict, finding.check(), finding.found());
        if (!finding.cure().isEmpty()) {
            out.println("      " + " ".repeat(LABEL_WIDTH) + finding.cure());
        }
    }
}
