package bankroll.tools.report;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.FieldWriter;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemPrinter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.agrona.DirectBuffer;

/** Walks two journals side by side to the first entry at which they part. One use, one thread. */
public final class Comparison {
    private static final int MOST_DIFFERENCES = 50;

    private final boolean contentsOnly;
    private final List<Summary> differences = new ArrayList<>();
    private long equal;
    private long partedAt;
    private boolean hasMoreA;
    private boolean hasMoreB;

    /**
     * Prepares.
     *
     * @param contentsOnly whether links (previous CRC, chain) do not matter, only time, command and outcomes
     */
    public Comparison(boolean contentsOnly) {
        this.contentsOnly = contentsOnly;
    }

    /** Compares from this sequence on. */
    public Comparison run(JournalSource a, JournalSource b, long from, Progress progress) {
        try (JournalReader left = a.reader(from);
                JournalReader right = b.reader(from)) {
            while (partedAt == 0 && step(left, right)) {
                progress.at(equal);
            }
        }
        return this;
    }

    /** Entries that are the same in both, before they part. */
    public long equal() {
        return equal;
    }

    /** The first entry that differs; 0 when none does. */
    public long partedAt() {
        return partedAt;
    }

    /** What differs there, field by field; at most 50 rows. */
    public List<Summary> differences() {
        return differences;
    }

    /** Whether the first goes on where the second ends. */
    public boolean hasMoreA() {
        return hasMoreA;
    }

    /** Whether the second goes on where the first ends. */
    public boolean hasMoreB() {
        return hasMoreB;
    }

    private boolean step(JournalReader left, JournalReader right) {
        hasMoreA = left.next();
        hasMoreB = right.next();
        if (!hasMoreA || !hasMoreB) {
            return false;
        }
        if (contentsOnly ? isSameContent(left, right) : isSame(left, right)) {
            equal++;
        } else {
            partedAt = left.sequence();
            describe(left, right);
        }
        return true;
    }

    private static boolean isSame(JournalReader left, JournalReader right) {
        return left.length() == right.length()
                && isSame(left.buffer(), left.offset(), right.buffer(), right.offset(), left.length());
    }

    private static boolean isSameContent(JournalReader left, JournalReader right) {
        int length = left.length() - Frame.HEADER_LENGTH - Frame.TRAILER_LENGTH;
        return left.length() == right.length()
                && Frame.timeMs(left.buffer(), left.offset()) == Frame.timeMs(right.buffer(), right.offset())
                && Frame.commandLength(left.buffer(), left.offset())
                        == Frame.commandLength(right.buffer(), right.offset())
                && isSame(
                        left.buffer(),
                        left.offset() + Frame.HEADER_LENGTH,
                        right.buffer(),
                        right.offset() + Frame.HEADER_LENGTH,
                        length);
    }

    /** Frames are a multiple of 8 long. */
    private static boolean isSame(DirectBuffer a, int aOffset, DirectBuffer b, int bOffset, int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            if (a.getLong(aOffset + i) != b.getLong(bOffset + i)) {
                return false;
            }
        }
        return true;
    }

    private void describe(JournalReader a, JournalReader b) {
        describeItems(a, b);
        add(-1, "command_bytes", commandBytes(a), commandBytes(b));
        add(-1, "outcome_bytes", outcomeBytes(a), outcomeBytes(b));
        add(-1, "previous_crc", previousCrc(a), previousCrc(b));
        add(-1, "chain", chain(a), chain(b));
    }

    private void describeItems(JournalReader a, JournalReader b) {
        Item left = new Item().wrap(a.buffer(), a.offset());
        Item right = new Item().wrap(b.buffer(), b.offset());
        add(-1, "items", Integer.toString(left.count()), Integer.toString(right.count()));
        FieldMap leftFields = new FieldMap();
        FieldMap rightFields = new FieldMap();
        ItemPrinter leftPrinter = new ItemPrinter(leftFields, false, true);
        ItemPrinter rightPrinter = new ItemPrinter(rightFields, false, true);
        while (left.next() && right.next()) {
            leftPrinter.print(left);
            rightPrinter.print(right);
            Set<String> names = new LinkedHashSet<>(leftFields.texts.keySet());
            names.addAll(rightFields.texts.keySet());
            names.forEach(name -> add(left.index(), name, leftFields.texts.get(name), rightFields.texts.get(name)));
        }
    }

    private void add(int item, String field, String left, String right) {
        if (!Objects.equals(left, right) && differences.size() < MOST_DIFFERENCES) {
            differences.add(new Summary()
                    .put("item", item < 0 ? "-" : Integer.toString(item))
                    .put("field", field)
                    .put("a", left == null ? "(none)" : left)
                    .put("b", right == null ? "(none)" : right));
        }
    }

    /** Their hash: what differs in them beyond the fields is for a debugger, not for a person. */
    private static String commandBytes(JournalReader reader) {
        int length = Frame.commandLength(reader.buffer(), reader.offset());
        return hash(reader, Frame.HEADER_LENGTH, length);
    }

    private static String outcomeBytes(JournalReader reader) {
        int start = Frame.outcomesOffset(Frame.commandLength(reader.buffer(), reader.offset()));
        return hash(reader, start, Frame.outcomesLength(reader.buffer(), reader.offset()));
    }

    private static String hash(JournalReader reader, int start, int length) {
        byte[] bytes = new byte[length];
        reader.buffer().getBytes(reader.offset() + start, bytes);
        return length + " bytes, hash " + hex(Arrays.hashCode(bytes));
    }

    private static String previousCrc(JournalReader reader) {
        return hex(Frame.previousCrc(reader.buffer(), reader.offset()));
    }

    private static String chain(JournalReader reader) {
        return ChainHead.of(reader.buffer(), reader.offset()).toString();
    }

    private static String hex(int value) {
        return Integer.toHexString(value);
    }

    /** The fields of the item that was printed last, as texts by name. */
    private static final class FieldMap implements FieldWriter {
        private final Map<String, String> texts = new LinkedHashMap<>();

        @Override
        public void begin() {
            texts.clear();
        }

        @Override
        public void text(String name, String value) {
            texts.put(name, value);
        }

        @Override
        public void end() {
            // the map is complete as it stands
        }
    }
}
