package bankroll.tools;

import bankroll.tools.service.Jvm;
import java.io.IOException;

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
        return Jvm.running(JournalTool.class.getName(), words);
    }
}
