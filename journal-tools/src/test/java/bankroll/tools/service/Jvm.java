package bankroll.tools.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a service or a tool, with this one's classes and a compiler that starts fast. */
public final class Jvm {
    private Jvm() {}

    /** What starts it, in an environment without settings. */
    public static ProcessBuilder running(String main, Object... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbankroll.jvm.options=" + System.getProperty("bankroll.jvm.options"),
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                main));
        for (Object word : words) {
            command.add(word.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("BANKROLL_"));
        return builder;
    }
}
