package bankroll.gateway.cli;

import bankroll.calendar.UnknownTimeZoneException;
import bankroll.gateway.client.CommandFailure;
import bankroll.gateway.client.ExitCode;
import bankroll.gateway.config.ConfigurationException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.DirectoryLockedException;
import bankroll.journal.JournalFailure;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of {@code ./bankroll serve}, {@code config} and {@code call}. */
@Command(
        name = "bankroll",
        description = "A wallet ledger for game platforms.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = SoftwareVersion.class,
        subcommands = {ServeCommand.class, ConfigCommand.class, CallCommand.class, CommandLine.HelpCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; serve: drained and closed",
            "1:call: the answer was not 2xx",
            "2:misuse, or a configuration that can't be used",
            "3:out of memory",
            "69:a port is taken, or nobody answers",
            "70:a defect",
            "73:another process works on the data directory",
            "74:the journal is damaged or can't be written",
            "78:this Java does not know the time zone of an older release's journal"
        })
public final class BankrollMain {
    private BankrollMain() {}

    /** Ends the process with the command's exit code. */
    public static void main(String[] arguments) {
        // Libraries print numbers into file names in the locale of the machine.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    /** The parser with all its commands. */
    public static CommandLine commandLine() {
        return new CommandLine(new BankrollMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
    }

    private static int explain(Exception failure, CommandLine command) {
        PrintWriter err = command.getErr();
        int exitCode = exitCode(failure);
        if (failure instanceof ConfigurationException configuration) {
            configuration.problems().forEach(problem -> err.println("bankroll: " + problem));
        } else if (exitCode == ExitCode.INTERNAL) {
            err.println("bankroll: a defect; please report it with these lines:");
            failure.printStackTrace(err);
        } else {
            err.println("bankroll: " + failure.getMessage());
        }
        err.flush();
        return exitCode;
    }

    private static int exitCode(Throwable failure) {
        if (failure instanceof CommandFailure start) {
            return start.exitCode();
        }
        if (failure instanceof ConfigurationException) {
            return ExitCode.USAGE;
        }
        if (failure instanceof DirectoryLockedException) {
            return ExitCode.IN_USE;
        }
        if (failure instanceof UnknownTimeZoneException) {
            return ExitCode.CONFIGURATION;
        }
        boolean ofJournal = failure instanceof CorruptJournalException || failure instanceof JournalFailure;
        return ofJournal ? ExitCode.JOURNAL : ExitCode.INTERNAL;
    }
}
