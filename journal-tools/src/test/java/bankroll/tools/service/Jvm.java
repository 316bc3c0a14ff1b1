package bankroll.tools.service;

import bankroll.testkit.ReleasedClasses;
import bankroll.testkit.SharedClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a service or a tool, with this one's classes and a compiler that starts fast. */
public final class Jvm {
    /** Laid out beside the first tests. */
    private static final SharedClasses SHARED = SharedClasses.of(LiveService::liveForItsClasses);

    private Jvm() {}

    /** What starts it, in an environment without settings. */
    public static ProcessBuilder running(String main, Object... words) {
        return running(sharedClasses(), main, words);
    }

    /** Starts it. It ends with this JVM at the latest: the tests may be through before the classes are laid out. */
    static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    /** Flags for classes that are laid out already; none before they are. */
    static List<String> sharedClasses() {
        return SHARED.flags();
    }

    /** What starts it with more flags, in an environment without settings. */
    static ProcessBuilder running(List<String> flags, String main, Object... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbankroll.jvm.options=" + System.getProperty("bankroll.jvm.options"),
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                ReleasedClasses.PATH));
        command.addAll(flags);
        command.add(main);
        for (Object word : words) {
            command.add(word.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("BANKROLL_"));
        return builder;
    }
}
