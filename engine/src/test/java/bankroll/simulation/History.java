package bankroll.simulation;

import bankroll.journal.Frame;
import bankroll.ledger.Answered;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.SettingsCommand;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What really happened: the journal, entry by entry, told to the naive model. Each entry must be what somebody asked,
 * and each outcome in it what the model answers.
 */
final class History {
    private final Frames disk;
    private final Map<String, Command> asked = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> rolledBackSince = new HashMap<>();
    private final Set<Long> decidedOtherwise = new HashSet<>();
    private Model model = new Model();

    /** One entry; the command is null for what the service says itself. */
    record Entry(long sequence, long timeMs, Command command, List<Answered> answers) {}

    /** The frames of a journal, as they stand. */
    interface Frames {
        /** How many there are. */
        int size();

        /** The bytes of one, counted from 0. */
        byte[] frame(int index);
    }

    History(Frames disk) {
        this.disk = disk;
    }

    /** Somebody asks this in these bytes; gives the first command that was the same. */
    Command asked(Command command, DirectBuffer buffer, int offset, int length) {
        Command first = asked.putIfAbsent(text(buffer, offset, length), command);
        return first == null ? command : first;
    }

    /** In this entry, the last item is refused by a rule that isn't today's. */
    void decidedOtherwise(long sequence) {
        decidedOtherwise.add(sequence);
    }

    /** Forgets it all: the next {@link #advanceTo} reads from the start. */
    void restart() {
        entries.clear();
        rolledBackSince.clear();
        model = new Model();
    }

    /** Tells the model what it hasn't heard yet, up to an entry. */
    void advanceTo(long sequence) {
        if (sequence > disk.size()) {
            throw new AssertionError("entry " + sequence + " was told, but the journal ends at " + disk.size());
        }
        while (entries.size() < sequence) {
            tell(new UnsafeBuffer(disk.frame(entries.size())));
        }
    }

    /** New windows of limits are nobody's entries: hears of those that stand next, up to an entry. */
    void advanceOverWindows(long sequence) {
        while (entries.size() < sequence && isOfType(CommandType.WINDOWS, disk.frame(entries.size()))) {
            advanceTo(sequence() + 1);
        }
    }

    private static boolean isOfType(CommandType type, byte[] frame) {
        return CommandHeader.type(new UnsafeBuffer(frame), Frame.HEADER_LENGTH) == type;
    }

    /** The last entry that the model has heard. */
    long sequence() {
        return entries.size();
    }

    /** Time of the last entry that the model has heard. */
    long timeMs() {
        return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).timeMs();
    }

    Model model() {
        return model;
    }

    Entry entry(long sequence) {
        return entries.get((int) sequence - 1);
    }

    /** The entry at which a transaction became rolled back; a far one when it isn't. */
    long rolledBackSince(String id) {
        return rolledBackSince.getOrDefault(id, Long.MAX_VALUE);
    }

    /** The outcomes behind a command. */
    static List<Answered> answers(DirectBuffer buffer, int outcomes, int items) {
        List<Answered> answers = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            answers.add(Answered.of(buffer, outcomes + i * OutcomeRecord.BYTES));
        }
        return answers;
    }

    private void tell(DirectBuffer frame) {
        long timeMs = Frame.timeMs(frame, 0);
        if (timeMs < timeMs()) {
            throw new AssertionError("time went back from " + timeMs() + " to " + timeMs);
        }
        int length = Frame.commandLength(frame, 0);
        List<Answered> answers =
                answers(frame, Frame.outcomesOffset(length), CommandHeader.items(frame, Frame.HEADER_LENGTH));
        if (CommandHeader.type(frame, Frame.HEADER_LENGTH) == CommandType.SETTINGS) {
            int item = CommandHeader.itemsOffset(frame, Frame.HEADER_LENGTH);
            model.ledger().settings(SettingsCommand.settings(frame, item));
            entries.add(new Entry(sequence() + 1, timeMs, null, answers));
            return;
        }
        if (CommandHeader.type(frame, Frame.HEADER_LENGTH) == CommandType.WINDOWS) {
            entries.add(new Entry(sequence() + 1, timeMs, null, answers));
            return;
        }
        Command command = asked.get(text(frame, Frame.HEADER_LENGTH, length));
        if (command == null) {
            throw new AssertionError("entry " + (sequence() + 1) + " is nothing that anybody asked");
        }
        compare(command, expected(command, timeMs), answers);
        entries.add(new Entry(sequence() + 1, timeMs, command, answers));
        if (command instanceof Batch batch) {
            noteRollbacks(batch);
        }
    }

    private List<Answered> expected(Command command, long timeMs) {
        boolean otherwise = decidedOtherwise.contains(sequence() + 1);
        return otherwise ? ((Batch) command).tellRefusingLast(model, timeMs) : command.tell(model, timeMs);
    }

    private void compare(Command command, List<Answered> expected, List<Answered> actual) {
        for (int i = 0; i < expected.size(); i++) {
            if (!command.agrees(expected.get(i), actual.get(i))) {
                throw new AssertionError("entry " + (sequence() + 1) + ", " + command + ", item " + i
                        + ": the model answers " + expected.get(i) + ", the journal says " + actual.get(i));
            }
        }
    }

    private void noteRollbacks(Batch batch) {
        for (int i = 0; i < batch.items().size(); i++) {
            noteRollback(batch.idOf(i));
            noteRollback(Batch.id(batch.platform(), batch.items().get(i).reference()));
        }
    }

    private void noteRollback(String id) {
        if (id != null && Boolean.TRUE.equals(model.ledger().rolledBack(id))) {
            rolledBackSince.putIfAbsent(id, sequence());
        }
    }

    private static String text(DirectBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
