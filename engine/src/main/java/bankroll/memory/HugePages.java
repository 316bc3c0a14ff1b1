package bankroll.memory;

import net.openhft.posix.PosixAPI;

/**
 * Asks the system to back memory with huge pages, so that a random access misses the cache only, not the tables that
 * translate addresses too. Where that can't be had, everything works the same, slower (ADR 5).
 */
final class HugePages {
    /** Bytes of a huge page; for less memory none are asked for. */
    static final int BYTES = 2 << 20;

    /** The number of MADV_HUGEPAGE on Linux; the library has no name for it. */
    private static final int HUGE_PAGE_ADVICE = 14;

    private static boolean isRefused;

    private HugePages() {}

    /** Advises; one refusal, as from a system that isn't Linux, ends the asking. */
    static synchronized void advise(long address, long length) {
        if (isRefused || !System.getProperty("os.name").startsWith("Linux")) {
            return;
        }
        try {
            isRefused = PosixAPI.posix().madvise(address, length, HUGE_PAGE_ADVICE) != 0;
        } catch (RuntimeException | LinkageError e) {
            isRefused = true;
        }
    }
}
