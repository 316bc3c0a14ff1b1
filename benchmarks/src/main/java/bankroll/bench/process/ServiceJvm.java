package bankroll.bench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A JVM as {@code ./bankroll serve} starts it: what is measured must run as it will run. Stateless; any thread. */
public final class ServiceJvm {
    /** Those of {@code ./bankroll serve}; keep them the same. */
    public static final List<String> FLAGS = List.of(
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:MaxRAMPercentage=25",
            "-XX:MaxDirectMemorySize=512m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:-OmitStackTraceInFastThrow");

    private ServiceJvm() {}

    /**
     * The command line that runs a class of this class path.
     *
     * @param moreFlags of the JVM, behind the usual ones
     * @param mainClass and its arguments
     */
    public static List<String> command(List<String> moreFlags, String... mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + optionsFile());
        command.addAll(FLAGS);
        command.addAll(moreFlags);
        command.addAll(properties());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(mainClass));
        return command;
    }

    /** What the start script tells this process and every process must know, as flags. */
    public static List<String> properties() {
        return Stream.of("logback.configurationFile", "bankroll.root", "bankroll.jvm.options")
                .filter(name -> System.getProperty(name) != null)
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }

    /** The flags, for a report. */
    public static String describe(List<String> moreFlags) {
        return "config/jvm.options " + String.join(" ", FLAGS) + " " + String.join(" ", moreFlags);
    }

    /** The one list of flags that every launch needs. */
    public static String optionsFile() {
        String file = System.getProperty("bankroll.jvm.options");
        if (file == null) {
            throw new IllegalStateException("start this with ./bankroll bench, or set -Dbankroll.jvm.options to"
                    + " config/jvm.options: Chronicle Queue and Agrona need those flags");
        }
        return file;
    }
}
