package bankroll.memory;

import jnr.ffi.LibraryLoader;

/**
 * What only the C library can tell the system about this process. Where it can't be called, each answers false and nothing
 * has changed. Any thread.
 */
public final class CLibrary {
    private static final int OWNER_ONLY = 077;
    /** The same number on Linux and macOS. */
    private static final int HANG_UP = 1;

    private static final long DEFAULT_ACTION = 0;
    private static final long FAILED = -1;

    /** The calls by their C names. */
    public interface Calls {
        /** Sets the permissions that new files don't get; tells the ones before. */
        int umask(int mask);

        /** Sets what a signal does; tells what it did before. */
        long signal(int number, long action);
    }

    private CLibrary() {}

    /** From now on what this process creates is for its user alone: files 0600, directories 0700. */
    public static boolean restrictNewFiles() {
        try {
            calls().umask(OWNER_ONLY);
            return true;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    /** From now on SIGHUP is no longer ignored, though what started this process said so. */
    public static boolean stopIgnoringHangUp() {
        try {
            return calls().signal(HANG_UP, DEFAULT_ACTION) != FAILED;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static Calls calls() {
        return LibraryLoader.create(Calls.class).load("c");
    }
}
