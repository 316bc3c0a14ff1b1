package bankroll.gateway.cli;

import bankroll.testkit.ReleasedClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command of {@code ./bankroll} as a process of its own: with its own output, and signals. */
final class CommandProcess {
    private CommandProcess() {}

    /** One that says in English what the machine says. */
    static ProcessBuilder of(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ReleasedClasses.PATH,
                BankrollMain.class.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("LANGUAGE");
        return builder;
    }
}
