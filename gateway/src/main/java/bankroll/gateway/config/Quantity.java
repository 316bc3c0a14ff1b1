package bankroll.gateway.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What the number of a setting counts, and how it is written: as a plain number, or as a size or a time with its unit. The
 * units are those of HOCON. Stateless.
 */
enum Quantity {
    /** Things: always a plain number. */
    COUNT("a whole number", "", 1),
    /** A size. */
    BYTES("a size", "bytes", 1),
    /** A time, plainly written in milliseconds. */
    MILLISECONDS("a time", "milliseconds", 1),
    /** A time, plainly written in seconds. */
    SECONDS("a time in whole seconds", "seconds", 1_000),
    /** A time, plainly written in days. */
    DAYS("a time in whole days", "days", 86_400_000);

    private static final Pattern WITH_UNIT = Pattern.compile("[0-9]+(\\.[0-9]+)? ?[A-Za-z]+");
    private static final String MEMBER = "it";

    private static final List<Unit> SIZES = List.of(
            new Unit("PiB", 1L << 50),
            new Unit("TiB", 1L << 40),
            new Unit("GiB", 1L << 30),
            new Unit("MiB", 1L << 20),
            new Unit("KiB", 1L << 10),
            new Unit("bytes", 1));
    private static final List<Unit> TIMES = List.of(
            new Unit("days", 86_400_000),
            new Unit("hours", 3_600_000),
            new Unit("minutes", 60_000),
            new Unit("s", 1_000),
            new Unit("ms", 1));

    private final String kind;
    private final String plain;
    private final long scale;

    Quantity(String kind, String plain, long scale) {
        this.kind = kind;
        this.plain = plain;
        this.scale = scale;
    }

    /**
     * The number that a text says, in what this counts.
     *
     * @throws RuntimeException when it says none, or one that isn't whole
     */
    long parse(String text) {
        if (this == COUNT || !WITH_UNIT.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        Config config = ConfigFactory.parseMap(Map.of(MEMBER, text));
        if (this == BYTES) {
            return config.getBytes(MEMBER);
        }
        long nanos = config.getDuration(MEMBER, TimeUnit.NANOSECONDS);
        long one = TimeUnit.MILLISECONDS.toNanos(scale);
        if (nanos % one != 0) {
            throw new IllegalArgumentException(text);
        }
        return nanos / one;
    }

    /** A number with the largest unit that leaves it whole; {@link #parse} reads it back. */
    String show(long number) {
        if (this == COUNT || number == 0) {
            return Long.toString(number);
        }
        long least = number * scale;
        Unit unit = (this == BYTES ? SIZES : TIMES)
                .stream().filter(it -> least % it.size == 0).findFirst().orElseThrow();
        return unit.of(least / unit.size);
    }

    /** What is allowed, to be read after "must be". */
    String range(long least, long most) {
        String range = kind + " from " + show(least) + " to " + show(most);
        return this == COUNT ? range : range + " (a plain number: " + plain + ")";
    }

    private record Unit(String name, long size) {
        String of(long count) {
            boolean isOne = count == 1 && name.length() > 3 && name.endsWith("s");
            return count + " " + (isOne ? name.substring(0, name.length() - 1) : name);
        }
    }
}
