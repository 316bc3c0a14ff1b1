package bankroll.tools;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One call of the tool and what came of it. */
public record Called(int exitCode, String out, String err) {

    /** Calls the tool with these words. */
    public static Called journal(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            args[i] = words[i].toString();
        }
        int exitCode = JournalTool.run(out, new PrintStream(err, true, StandardCharsets.UTF_8), args);
        return new Called(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** The value behind a name in an answer for people, or null. */
    String value(String name) {
        return out.lines()
                .filter(line -> line.startsWith(name + "  "))
                .map(line -> line.substring(name.length()).trim())
                .findFirst()
                .orElse(null);
    }

    @Override
    public String toString() {
        return "exit " + exitCode + "\n--- out\n" + out + "--- err\n" + err;
    }
}
