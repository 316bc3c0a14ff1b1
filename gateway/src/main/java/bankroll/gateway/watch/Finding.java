package bankroll.gateway.watch;

/**
 * What the doctor found.
 *
 * @param check what was looked at
 * @param verdict how it is
 * @param found what is there, in words
 * @param cure what to do; empty when nothing needs to be done
 */
public record Finding(String check, Verdict verdict, String found, String cure) {
    /** From good to bad. */
    public enum Verdict {
        /** As it should be. */
        OK,
        /** It can't be looked at here. */
        SKIPPED,
        /** The service works, less well or less safely than it could. */
        WARN,
        /** Bookings or their safety are at risk. */
        BAD
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, "");
    }

    static Finding skipped(String check, String why) {
        return new Finding(check, Verdict.SKIPPED, why, "");
    }

    static Finding warn(String check, String found, String cure) {
        return new Finding(check, Verdict.WARN, found, cure);
    }

    static Finding bad(String check, String found, String cure) {
        return new Finding(check, Verdict.BAD, found, cure);
    }

    /** As it should be, or else this. */
    static Finding okUnless(boolean isWrong, Finding otherwise) {
        return isWrong ? otherwise : ok(otherwise.check, otherwise.found);
    }
}
