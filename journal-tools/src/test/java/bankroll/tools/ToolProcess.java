package bankroll.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tool as a process of its own, so that it can be killed. */
final class ToolProcess {
    private ToolProcess() {}

    static Process start(Object... words) throws IOException {
        return builder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Its output is the caller's to choose. */
    static ProcessBuilder builder(Object... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                JournalTool.class.getName()));
        Stream.of(words).map(Object::toString).forEach(command::add);
        return new ProcessBuilder(command);
    }
}
