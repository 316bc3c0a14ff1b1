package bankroll.condition;

/**
 * A disk that no longer gives all of a file that is read in place, or takes all of one that is written so: Java tells it as an
 * error of its own, and no defect of ours is behind it.
 */
final class LostPages {
    /** The same words in every Java; what stands around them differs. */
    private static final String SAID = "unsafe memory access operation";

    private LostPages() {}

    /** Whether this tells of it. */
    static boolean areBehind(Throwable failure) {
        return failure instanceof InternalError
                && String.valueOf(failure.getMessage()).contains(SAID);
    }

    /** The thing and the cure. */
    static String words(Throwable failure) {
        return "the disk no longer gives all of a mapped file (" + failure.getMessage()
                + "); look at the disk and at what the system says of it (dmesg). Where it can't be read, image it first"
                + " (ddrescue), and salvage the directory on the image with \"./bankroll journal salvage DIR --with BACKUP"
                + " NEW\": docs/recover.md";
    }
}
