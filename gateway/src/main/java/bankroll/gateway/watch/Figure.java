package bankroll.gateway.watch;

import java.util.Locale;

/**
 * One figure that {@code top} shows.
 *
 * @param section it belongs to
 * @param name within it
 * @param value in the unit's own measure
 * @param unit how it is written
 */
public record Figure(String section, String name, Object value, Unit unit) {
    private static final double KILO = 1_000;
    private static final double KIBI = 1_024;
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    /** How a figure is written for people. */
    public enum Unit {
        /** As it is. */
        TEXT,
        /** How many there are. */
        COUNT,
        /** An amount in minor units, as cents. */
        MINOR,
        /** How many a second. */
        RATE,
        /** Seconds. */
        SECONDS,
        /** Bytes. */
        BYTES,
        /** A part of one. */
        SHARE
    }

    /** For people; a line where nobody knows. */
    public String text() {
        if (!(value instanceof Double number)) {
            return String.valueOf(value);
        }
        if (number.isNaN()) {
            return "-";
        }
        return switch (unit) {
            case MINOR -> count(number) + " minor units";
            case RATE -> count(number) + "/s";
            case SECONDS -> seconds(number);
            case BYTES -> bytes(number);
            case SHARE -> String.format(Locale.ROOT, "%.0f %%", number * 100);
            default -> count(number);
        };
    }

    private static String count(double number) {
        boolean isWhole = number == Math.rint(number) || Math.abs(number) >= 100;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : "%.1f", number);
    }

    private static String seconds(double number) {
        if (Double.isInfinite(number)) {
            return "no bound";
        }
        if (number < 1 / KILO) {
            return String.format(Locale.ROOT, "%.0f us", number * KILO * KILO);
        }
        if (number < 1) {
            return String.format(Locale.ROOT, "%.1f ms", number * KILO);
        }
        long whole = Math.round(number);
        return whole < 120
                ? String.format(Locale.ROOT, "%.1f s", number)
                : whole < 7_200 ? whole / 60 + " min" : whole < 172_800 ? whole / 3_600 + " h" : whole / 86_400 + " d";
    }

    private static String bytes(double number) {
        int unit = 0;
        double left = number;
        while (left >= KIBI && unit < BYTES.length - 1) {
            left /= KIBI;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", left, BYTES[unit]);
    }
}
