package bankroll.calendar;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;

/** A journal from before windows were entries can only be read with the calendar of a time zone that this Java doesn't know. */
public final class UnknownTimeZoneException extends ConditionException {
    private static final long serialVersionUID = 1L;

    UnknownTimeZoneException(String zone, Throwable cause) {
        super(
                ExitCode.CONFIGURATION,
                "the journal's limits follow the time zone " + zone + ", which Java "
                        + System.getProperty("java.version")
                        + " does not know. Its entries come from a release that did not record when days, weeks and"
                        + " months end",
                "run this with a Java whose time zone data is at least as new as that of the Java that wrote them:"
                        + " update the JDK, or its time zone data (tzdata). Entries of this release need no time zone"
                        + " data to be read",
                cause);
    }
}
