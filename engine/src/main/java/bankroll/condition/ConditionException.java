package bankroll.condition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that an operator can cure: a disk, a directory, a setting, another process. Not a defect: the
 * command line shows the message without a stack trace and ends with {@link #exitCode()}. Thrown at a start or by a
 * command, on any thread.
 */
public class ConditionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Who finds damage knows files; the directory's name is known to who was told it. */
    private static final Pattern DIRECTORY = Pattern.compile("(\\./bankroll journal [a-z]+ )DIR\\b");

    private final int exitCode;

    /**
     * Says what was found and what helps.
     *
     * @param exitCode one of {@link ExitCode}
     * @param what the thing and what is wrong with it
     * @param cure what to do
     */
    public ConditionException(int exitCode, String what, String cure) {
        this(exitCode, what + "; " + cure);
    }

    /** The same, found because of something else. */
    public ConditionException(int exitCode, String what, String cure, Throwable cause) {
        this(exitCode, what + "; " + cure, cause);
    }

    /** For a type whose message names the cure already; its cause may still be set. */
    protected ConditionException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The same, found because of something else. */
    protected ConditionException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Options or arguments are wrong; the message names the thing and the cure. */
    public static ConditionException misuse(String message) {
        return new ConditionException(ExitCode.USAGE, message);
    }

    /** What was looked at is wrong, or the work could not be finished; the message names the thing and the cure. */
    public static ConditionException wrong(String message) {
        return new ConditionException(ExitCode.WRONG, message);
    }

    /** The same, found because of something else. */
    public static ConditionException wrong(String message, Throwable cause) {
        return new ConditionException(ExitCode.WRONG, message, cause);
    }

    /** The same, with a directory's name where its cure's commands say DIR. */
    public final ConditionException in(Path directory) {
        String named =
                DIRECTORY.matcher(getMessage()).replaceAll("$1" + Matcher.quoteReplacement(ShellWord.of(directory)));
        return new ConditionException(exitCode, named, this);
    }

    /** How the process ends. */
    public final int exitCode() {
        return exitCode;
    }

    /** That of a process that ends with this: a file that can't be read or written is no defect, in whatever class it shows. */
    public static int exitCodeOf(Throwable failure) {
        if (failure instanceof ConditionException condition) {
            return condition.exitCode();
        }
        if (failure instanceof BindException) {
            return ExitCode.UNAVAILABLE;
        }
        boolean isOfAFile = failure instanceof IOException
                || failure instanceof UncheckedIOException
                || LostPages.areBehind(failure);
        return isOfAFile ? ExitCode.IO : ExitCode.INTERNAL;
    }

    /** The message, a line for each thing to cure. */
    public List<String> lines() {
        return List.of(String.valueOf(getMessage()));
    }
}
