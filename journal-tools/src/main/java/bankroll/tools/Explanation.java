package bankroll.tools;

import bankroll.calendar.UnknownTimeZoneException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.DirectoryLockedException;
import bankroll.protocol.UnknownVersionException;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.OutputFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine.ParameterException;

/** What an operator is told when a command fails: the thing and the cure, no class names where they can be helped. */
final class Explanation {
    private Explanation() {}

    static String of(Throwable failure) {
        if (failure instanceof CommandFailure
                || failure instanceof CorruptJournalException
                || failure instanceof DirectoryLockedException
                || failure instanceof InvalidSnapshotException
                || failure instanceof UnknownTimeZoneException
                || failure instanceof UnknownVersionException) {
            return failure.getMessage();
        }
        if (failure instanceof OutputFailure) {
            return "can't write the output: " + failure.getMessage();
        }
        if (failure instanceof UncheckedIOException && failure.getCause() != null) {
            return failure.getMessage() + ": " + of(failure.getCause());
        }
        return failure instanceof IOException io ? ofIo(io) : failure + "; --debug shows where";
    }

    /** Whether whoever read our output went away, as {@code | head} does: no fault. */
    static boolean isEndOfOutput(Throwable failure) {
        return failure instanceof OutputFailure output && output.isReaderGone();
    }

    static int exitCode(Throwable failure) {
        if (failure instanceof CommandFailure known) {
            return known.exitCode();
        }
        if (failure instanceof ParameterException) {
            return CommandFailure.MISUSE;
        }
        return isEndOfOutput(failure) ? CommandFailure.GOOD : CommandFailure.WRONG;
    }

    private static String ofIo(IOException failure) {
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + " may not be read or written by this user";
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (failure instanceof FileSystemException known && known.getReason() != null) {
            return known.getFile() + ": " + known.getReason();
        }
        return String.valueOf(failure.getMessage());
    }
}
