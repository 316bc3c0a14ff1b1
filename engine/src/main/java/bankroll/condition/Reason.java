package bankroll.condition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

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
