package bankroll.calendar;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LimitWindows;
import java.time.DateTimeException;
import java.time.ZoneId;

/**
 * Windows of limits for bookings of releases that recorded none: asked of the calendar of the recorded time zone, at every
 * booking behind a window's end or a change of the zone, as those releases did. Nothing of it is left once a {@code
 * WINDOWS} entry was applied.
 */
public final class OldWindows {
    private OldWindows() {}

    /**
     * Before a recorded entry is applied.
     *
     * @throws ConditionException when this Java doesn't know the recorded zone
     */
    public static void beforeEntry(Ledger ledger, CommandType type, long timeMs) {
        if (type == CommandType.TRANSACTIONS && !ledger.hasRecordedWindows()) {
            moveTo(ledger, timeMs);
        }
    }

    /**
     * Behind a loaded snapshot, once.
     *
     * @throws ConditionException when this Java doesn't know the recorded zone
     */
    public static void afterLoading(Ledger ledger) {
        if (ledger.transactions() > 0 && !ledger.hasRecordedWindows()) {
            moveTo(ledger, ledger.timeMs());
        }
    }

    private static void moveTo(Ledger ledger, long timeMs) {
        if (!isUpToDate(ledger, timeMs)) {
            ledger.assumeWindows(WindowCalendar.at(zone(ledger.settings().timeZone()), timeMs));
        }
    }

    private static boolean isUpToDate(Ledger ledger, long timeMs) {
        LimitWindows windows = ledger.windows();
        return windows != null
                && timeMs < windows.endMs()
                && windows.timeZone().equals(ledger.settings().timeZone());
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    "the journal's limits follow the time zone " + name + ", which Java "
                            + System.getProperty("java.version")
                            + " does not know. Its entries come from a release that did not record when days, weeks and"
                            + " months end",
                    "run this with a Java whose time zone data is at least as new as that of the Java that wrote them:"
                            + " update the JDK, or its time zone data (tzdata). Entries of this release need no time zone"
                            + " data to be read",
                    e);
        }
    }
}
