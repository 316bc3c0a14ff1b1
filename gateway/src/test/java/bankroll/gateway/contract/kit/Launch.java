package bankroll.gateway.contract.kit;

import bankroll.testkit.ReleasedClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a {@link ServiceProcess} is launched: as it is, under another program, with other flags of the JVM; immutable.
 *
 * @param under a program and its arguments that runs the command that follows; empty for none
 * @param usual the flags that go with it
 * @param flags of the JVM, which win over the usual ones
 * @param startsFast whether that matters more than that it starts as in production
 */
public record Launch(List<String> under, List<String> usual, List<String> flags, boolean startsFast) {
    /** A small heap and a compiler that starts fast. */
    public static final Launch PLAIN = new Launch(
            List.of(),
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
            List.of(),
            true);

    /** With the flags that {@code ./bankroll serve} has. */
    public static final Launch SERVED = new Launch(
            List.of(),
            List.of("@" + Path.of(System.getProperty("bankroll.root", ".."), "config", "service.options")),
            List.of(),
            false);

    /** Runs as the command of this program. */
    public Launch under(String... program) {
        return new Launch(List.of(program), usual, flags, startsFast);
    }

    /** With these flags of the JVM. */
    public Launch flags(String... more) {
        return new Launch(under, usual, List.of(more), startsFast);
    }

    List<String> command(String main, Path config) {
        List<String> command = new ArrayList<>(under);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options", "../config/jvm.options"),
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", "")));
        command.addAll(usual);
        command.addAll(startsFast ? ServiceClasses.SHARED.flags() : List.of());
        command.addAll(flags);
        command.addAll(List.of("-cp", ReleasedClasses.PATH, main, "serve", "--init", "--config", config.toString()));
        return command;
    }
}
