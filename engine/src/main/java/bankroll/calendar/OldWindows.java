package bankroll.calendar;

import bankroll.ledger.Ledger;
import bankroll.protocol.CommandType;
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
     * @throws UnknownTimeZoneException when this Java doesn't know the recorded zone
     */
    public static void beforeEntry(Ledger ledger, CommandType type, long timeMs) {
        if (type == CommandType.TRANSACTIONS && !ledger.hasRecordedWindows()) {
            moveTo(ledger, timeMs);
        }
    }

    /**
     * Behind a loaded snapshot, once.
     *
     * @throws UnknownTimeZoneException when this Java doesn't know the recorded zone
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
            throw new UnknownTimeZoneException(name, e);
        }
    }
}
