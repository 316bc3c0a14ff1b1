package bankroll.condition;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** A path as a part of a command that a person copies into a shell. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./+:,@%=-]+");

    private ShellWord() {}

    /** As it stands, or in single quotes where a shell would read it as something else, as it does with blanks. */
    public static String of(Path path) {
        String text = path.toString();
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
