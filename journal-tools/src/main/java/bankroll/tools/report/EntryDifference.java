package bankroll.tools.report;

import bankroll.journal.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemPrinter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What differs between two entries of the same sequence, field by field. */
final class EntryDifference {
    private static final int MOST = 50;

    private final List<Summary> rows = new ArrayList<>();

    List<Summary> of(JournalReader a, JournalReader b) {
        compareItems(a, b);
        add(-1, "command_bytes", commandBytes(a), commandBytes(b));
        add(-1, "outcome_bytes", outcomeBytes(a), outcomeBytes(b));
        add(-1, "previous_crc", hex(Frame.previousCrc(a.buffer(), a.offset())), previousCrc(b));
        add(-1, "chain", chain(a), chain(b));
        return rows;
    }

    private void compareItems(JournalReader a, JournalReader b) {
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
            compare(left.index(), leftFields.fields(), rightFields.fields());
        }
    }

    private void compare(int item, Map<String, String> left, Map<String, String> right) {
        Set<String> names = new LinkedHashSet<>(left.keySet());
        names.addAll(right.keySet());
        names.forEach(name -> add(item, name, left.get(name), right.get(name)));
    }

    private void add(int item, String field, String left, String right) {
        if (!Objects.equals(left, right) && rows.size() < MOST) {
            rows.add(new Summary()
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
        return ChainHead.carriedBy(reader.buffer(), reader.offset()).toString();
    }

    private static String hex(int value) {
        return Integer.toHexString(value);
    }
}
