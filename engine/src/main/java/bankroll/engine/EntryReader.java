package bankroll.engine;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Items;
import bankroll.protocol.Items.Position;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/** From positions in the journal to what was said there. One thread. */
final class EntryReader {
    private static final int REMOVED = -1;

    private final FrameLookup frames;
    private final LongSupplier firstSequence;
    private final Items items = new Items();
    private long wanted;
    /** The entry that stands in the buffer; 0 for none. Many that name one transaction often came together. */
    private long found;

    /** @param firstSequence of the oldest entry that the retention has left */
    EntryReader(FrameLookup frames, LongSupplier firstSequence) {
        this.frames = frames;
        this.firstSequence = firstSequence;
    }

    /** The transaction that a plan points to, with the ids of those that name it; null when its entry was removed. */
    Answer.Lookup transaction(Answer.LookupPlan plan) {
        List<String> rolledBackBy = new ArrayList<>();
        List<String> creditedBy = new ArrayList<>();
        for (long referrer : plan.referrers()) {
            int item = find(referrer);
            if (item == REMOVED) {
                continue;
            }
            String id = TransactionItem.text(buffer(), item, TransactionField.TRANSACTION_ID);
            boolean credits = TransactionItem.type(buffer(), item) == TransactionType.CREDIT;
            (credits ? creditedBy : rolledBackBy).add(id);
        }
        Collections.reverse(rolledBackBy);
        Collections.reverse(creditedBy);
        int item = find(plan.position());
        return item == REMOVED ? null : record(plan, item, plan.isRolledBack() ? rolledBackBy : List.of(), creditedBy);
    }

    /** The same sessions with game and address, as they were opened, where their entries were not removed. */
    Answer.Sessions sessions(Answer.Sessions answer) {
        List<Answer.Sessions.Session> opened = new ArrayList<>();
        for (Answer.Sessions.Session session : answer.sessions()) {
            if (!isKept(session.sequence())) {
                opened.add(session);
                continue;
            }
            int item = Frame.items(buffer(), frames.offset(), items).item();
            String game = AuthenticateCommand.gameId(buffer(), item);
            opened.add(session.opened(game, AuthenticateCommand.clientIp(buffer(), item)));
        }
        return new Answer.Sessions(opened);
    }

    private Answer.Lookup record(Answer.LookupPlan plan, int item, List<String> rolledBackBy, List<String> creditedBy) {
        int outcome = items.outcome();
        TransactionType type = TransactionItem.type(buffer(), item);
        boolean returned = type == TransactionType.ROLLBACK;
        return new Answer.Lookup(
                type,
                OutcomeRecord.outcome(buffer(), outcome),
                returned ? OutcomeRecord.amount(buffer(), outcome) : TransactionItem.amount(buffer(), item),
                OutcomeRecord.balance(buffer(), outcome),
                OutcomeRecord.hasBalance(buffer(), outcome),
                plan.isRolledBack(),
                OutcomeRecord.timeMs(buffer(), outcome),
                Frame.sequence(buffer(), frames.offset()),
                texts(item),
                TransactionItem.text(buffer(), item, TransactionField.DETAILS),
                rolledBackBy,
                creditedBy);
    }

    private Answer.Lookup.Texts texts(int item) {
        return new Answer.Lookup.Texts(
                text(item, TransactionField.TRANSACTION_ID),
                text(item, TransactionField.PLAYER_ID),
                text(item, TransactionField.SESSION_ID),
                text(item, TransactionField.CURRENCY),
                text(item, TransactionField.GAME_ID),
                text(item, TransactionField.ROUND_ID),
                text(item, TransactionField.ROOM_ID),
                text(item, TransactionField.REFERENCE_TRANSACTION_ID),
                text(item, TransactionField.CREATED_AT));
    }

    private String text(int item, TransactionField field) {
        return TransactionItem.text(buffer(), item, field);
    }

    /** Goes to the entry of a position and tells where the item stands. */
    private int find(long position) {
        if (!isKept(Position.sequence(position))) {
            return REMOVED;
        }
        return Frame.items(buffer(), frames.offset(), items)
                .skipTo(Position.item(position))
                .item();
    }

    /** Goes to an entry; false when the retention has removed it. */
    private boolean isKept(long sequence) {
        if (sequence == found) {
            return true;
        }
        wanted = sequence;
        found = 0;
        if (frames.find(sequence)) {
            found = sequence;
            return true;
        }
        if (sequence >= firstSequence.getAsLong()) {
            throw new IllegalStateException("the journal does not hold entry " + sequence);
        }
        return false;
    }

    /** Goes to an entry only to learn whether it can be read now. */
    void tryOut(long sequence) {
        found = 0;
        frames.find(sequence);
    }

    /** The entry that was gone to last, or could not be; 0 before the first. */
    long wanted() {
        return wanted;
    }

    private DirectBuffer buffer() {
        return frames.buffer();
    }
}
