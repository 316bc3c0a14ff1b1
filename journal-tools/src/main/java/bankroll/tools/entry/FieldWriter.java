package bankroll.tools.entry;

import bankroll.protocol.Rfc3339;
import bankroll.tools.console.TextBuffer;
import java.util.Set;
import org.agrona.DirectBuffer;

/** Takes an item's fields one by one, each as a text where nothing else is said, and makes a line of them. One thread. */
public interface FieldWriter {
    /** Name of the entry's number. */
    String SEQUENCE = "sequence";
    /** Name of the item's position in its entry. */
    String ITEM = "item";
    /** Name of the entry's time. */
    String TIME = "time";
    /** Name of the item's type. */
    String TYPE = "type";
    /** Name of the outcome. */
    String STATUS = "status";

    /** Name of what the item did to the tables. */
    String EFFECT = "effect";
    /** Name of the side on which the one stands who asked. */
    String BY = "by";
    /** Name of the name of the one who asked. */
    String BY_NAME = "by_name";

    /** A new item starts. */
    void begin();

    /** A word of ours: ASCII without anything to escape. */
    default void word(String name, String value) {
        text(name, value);
    }

    /** A text from outside: UTF-8, to be escaped. */
    default void text(String name, DirectBuffer bytes) {
        text(name, bytes.getStringWithoutLengthUtf8(0, bytes.capacity()));
    }

    /** A text from outside; null when it was cleared. */
    void text(String name, String value);

    /** A number that fits everywhere, as a sequence or a position. */
    default void number(String name, long value) {
        text(name, Long.toString(value));
    }

    /** An amount, unsigned, with its sign. */
    default void amount(String name, boolean isNegative, long magnitude) {
        text(name, (isNegative ? "-" : "") + Long.toUnsignedString(magnitude));
    }

    /** A time in milliseconds since the epoch. */
    default void time(String name, long timeMs) {
        text(name, Rfc3339.forPeople(timeMs));
    }

    /** Yes or no. */
    default void flag(String name, boolean value) {
        text(name, Boolean.toString(value));
    }

    /** JSON as it came from outside. */
    default void json(String name, DirectBuffer bytes) {
        text(name, bytes);
    }

    /** The item is complete. */
    void end();

    /** One item, one line, one JSON object; amounts are strings, as everywhere in the contract. */
    final class JsonWriter implements FieldWriter {
        private final TextBuffer out;
        private boolean isFirst;

        /** Writes there. */
        public JsonWriter(TextBuffer out) {
            this.out = out;
        }

        @Override
        public void begin() {
            out.put('{');
            isFirst = true;
        }

        @Override
        public void word(String name, String value) {
            name(name).put('"').ascii(value).put('"');
        }

        @Override
        public void text(String name, DirectBuffer bytes) {
            name(name).json(bytes);
        }

        @Override
        public void text(String name, String value) {
            if (value == null) {
                name(name).ascii("null");
            } else {
                name(name).json(value);
            }
        }

        @Override
        public void number(String name, long value) {
            name(name).number(value);
        }

        @Override
        public void amount(String name, boolean isNegative, long magnitude) {
            name(name).put('"');
            if (isNegative) {
                out.put('-');
            }
            out.unsigned(magnitude).put('"');
        }

        @Override
        public void time(String name, long timeMs) {
            name(name).put('"');
            out.time(timeMs);
            out.put('"');
        }

        @Override
        public void flag(String name, boolean value) {
            name(name).ascii(value ? "true" : "false");
        }

        @Override
        public void json(String name, DirectBuffer bytes) {
            name(name).rawJson(bytes);
        }

        @Override
        public void end() {
            out.put('}').put('\n');
        }

        private TextBuffer name(String name) {
            if (!isFirst) {
                out.put(',');
            }
            isFirst = false;
            return out.put('"').ascii(name).put('"').put(':');
        }
    }

    /**
     * One item, one line for people: what every item has stands first, in columns and without a name; the rest as
     * {@code name=value}.
     */
    final class LineWriter implements FieldWriter {
        /** Those that the status says already. */
        private static final Set<String> EXPECTED_EFFECTS = Set.of("booked", "refused", "changed", "reversed");

        private final TextBuffer out;
        private boolean isFirst;

        /** Writes there. */
        public LineWriter(TextBuffer out) {
            this.out = out;
        }

        @Override
        public void begin() {
            isFirst = true;
        }

        @Override
        public void word(String name, String value) {
            switch (name) {
                case TYPE -> column(value, 14);
                case STATUS -> column(value, 19);
                case BY -> {
                    // a name says enough
                }
                case EFFECT -> {
                    if (!EXPECTED_EFFECTS.contains(value)) {
                        name(name).ascii(value);
                    }
                }
                default -> name(name).ascii(value);
            }
        }

        @Override
        public void text(String name, DirectBuffer bytes) {
            name(name).plain(bytes);
        }

        @Override
        public void text(String name, String value) {
            if (value == null) {
                name(name).ascii("(none)");
                return;
            }
            name(name.equals(BY_NAME) ? BY : name).plain(value);
        }

        @Override
        public void number(String name, long value) {
            switch (name) {
                case SEQUENCE -> out.put('#').number(value);
                case ITEM -> out.put('.').number(value);
                default -> {
                    name(name).number(value);
                    return;
                }
            }
            isFirst = false;
        }

        @Override
        public void amount(String name, boolean isNegative, long magnitude) {
            name(name);
            if (isNegative) {
                out.put('-');
            }
            out.unsigned(magnitude);
        }

        @Override
        public void time(String name, long timeMs) {
            if (name.equals(TIME)) {
                separate();
            } else {
                name(name);
            }
            out.time(timeMs);
        }

        @Override
        public void flag(String name, boolean value) {
            name(name).ascii(value ? "yes" : "no");
        }

        @Override
        public void json(String name, DirectBuffer bytes) {
            name(name).plainJson(bytes);
        }

        @Override
        public void end() {
            out.put('\n');
        }

        private void column(String value, int width) {
            separate();
            out.ascii(value);
            for (int i = value.length(); i < width; i++) {
                out.put(' ');
            }
        }

        private TextBuffer name(String name) {
            separate();
            return out.ascii(name).put('=');
        }

        private void separate() {
            if (!isFirst) {
                out.put(' ');
            }
            isFirst = false;
        }
    }
}
