package bankroll.tools;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One call of the tool and what came of it. */
public record Called(int exitCode, String out, String err) {

    /** Calls the tool with these words. */
    public static Called journal(Object... words) {
        return journal(new ByteArrayOutputStream(), words);
    }

    /** The same while the reader of its output has gone away. */
    static Called journalUnread(Object... words) {
        return journal(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                words);
    }

    private static Called journal(OutputStream out, Object... words) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            args[i] = words[i].toString();
        }
        int exitCode = JournalTool.run(out, new PrintStream(err, true, StandardCharsets.UTF_8), args);
        return new Called(exitCode, text(out), err.toString(StandardCharsets.UTF_8));
    }

    private static String text(OutputStream out) {
        return out instanceof ByteArrayOutputStream kept ? kept.toString(StandardCharsets.UTF_8) : "";
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
