package bankroll.condition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why something failed, in words for an operator: without class names where possible. */
public final class Reason {
    private Reason() {}

    /** The thing and what is wrong with it. */
    public static String of(Throwable failure) {
        if (failure instanceof ConditionException) {
            return failure.getMessage();
        }
        if (failure instanceof UncheckedIOException && failure.getCause() != null) {
            return ofWrapped(failure, failure.getCause());
        }
        if (LostPages.areBehind(failure)) {
            return LostPages.words(failure);
        }
        return failure instanceof IOException io ? ofIo(io) : failure.toString();
    }

    /** Java words one that was given none by the cause's class and words. */
    private static String ofWrapped(Throwable failure, Throwable cause) {
        boolean isWorded = !cause.toString().equals(failure.getMessage());
        return isWorded ? failure.getMessage() + ": " + of(cause) : of(cause);
    }

    private static String ofIo(IOException failure) {
        if (failure instanceof FileSystemException known && known.getFile() != null) {
            return ofFile(known);
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** Java says of some of these nothing but the file's name. */
    private static String ofFile(FileSystemException failure) {
        String file = failure.getFile();
        if (failure instanceof AccessDeniedException) {
            return file + " may not be read or written by this user";
        }
        if (failure instanceof NoSuchFileException) {
            return file + " does not exist";
        }
        if (failure.getReason() != null) {
            return file + ": " + failure.getReason();
        }
        if (failure instanceof FileAlreadyExistsException) {
            return file + " exists already";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return file + " is a directory with something in it";
        }
        return failure instanceof NotDirectoryException ? file + " is no directory" : failure.toString();
    }
}
