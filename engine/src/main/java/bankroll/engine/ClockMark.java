package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.Reason;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A note in the data directory while a step of the clock is not followed: by how much it was wrong. A restart would
 * follow it else, since nobody knows how long nobody ran. One thread at a time.
 */
final class ClockMark {
    static final String FILE = "clock-step";

    private final Path file;
    private final Degradation degradation;
    private long noted;
    private String trouble;

    ClockMark(Path data, Degradation degradation) {
        file = data.resolve(FILE);
        this.degradation = degradation;
        noted = read();
    }

    /** The step that was not followed when the last process ended, in milliseconds; 0 for none. */
    long stepMs() {
        return noted;
    }

    /** Notes this step; 0 for none. On disk when it returns. */
    void note(long stepMs) {
        if (stepMs == noted) {
            return;
        }
        try {
            if (stepMs == 0) {
                Files.deleteIfExists(file);
                DurableFiles.forceDirectory(file.getParent());
            } else {
                DurableFiles.replace(file, (stepMs + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            noted = stepMs;
            trouble = degradation.replace(Part.CLOCK, trouble, null);
        } catch (IOException e) {
            String now = "that the clock is wrong can't be noted for the next start: " + Reason.of(e);
            trouble = degradation.replace(Part.CLOCK, trouble, now);
        }
    }

    /** What isn't a number was never written by this program: the clock counts as right. */
    private long read() {
        try {
            String text = Files.exists(file)
                    ? Files.readString(file, StandardCharsets.US_ASCII).strip()
                    : "";
            return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
