package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line in one sentence: the whole help would push the reason off the screen. */
public final class Misuse {
    private Misuse() {}

    /** As picocli's handler of it; the exit code. */
    public static int refuse(ParameterException failure, String[] words) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("bankroll: " + reason(failure) + meant(failure) + " ./"
                + command.getCommandSpec().qualifiedName() + " --help says more");
        err.flush();
        return ExitCode.USAGE;
    }

    private static String reason(ParameterException failure) {
        String said = failure.getMessage().replaceFirst("^Error: ", "").strip();
        return said.substring(0, 1).toLowerCase(Locale.ROOT) + said.substring(1).replaceAll("\\s*\\R\\s*", " ");
    }

    private static String meant(ParameterException failure) {
        List<String> known =
                failure instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        List<String> shown = known.stream()
                .limit(2)
                .map(near -> pasted(near, failure.getCommandLine()))
                .toList();
        return shown.isEmpty() ? ";" : "; did you mean " + String.join(" or ", shown) + "?";
    }

    /** A command as it is typed. */
    private static String pasted(String word, CommandLine command) {
        return word.startsWith("-") ? word : "./" + command.getCommandSpec().qualifiedName() + " " + word;
    }
}
