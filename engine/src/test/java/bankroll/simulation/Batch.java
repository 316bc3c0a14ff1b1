package bankroll.simulation;

import bankroll.ledger.Answered;
import bankroll.ledger.Asked;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.TransactionItem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/** Debits, credits and rollbacks of one platform (contract §4.2). */
record Batch(String platform, List<Asked> items) implements Command {
    @Override
    public int put(ExpandableArrayBuffer target, int offset, HashKey key) {
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        byte[] name = platform.getBytes(StandardCharsets.UTF_8);
        encoder.begin(target, offset, name, new IdHasher(key, platform));
        items.forEach(item -> item.put(encoder));
        return offset + encoder.end();
    }

    @Override
    public List<Answered> tell(Model model, long nowMs) {
        return items.stream()
                .map(item -> model.ledger().book(withOwnIds(item), nowMs))
                .toList();
    }

    /** As {@link #tell}, but the last item is refused, whatever the rules say. */
    List<Answered> tellRefusingLast(Model model, long nowMs) {
        int last = items.size() - 1;
        List<Answered> answers = new ArrayList<>(new Batch(platform, items.subList(0, last)).tell(model, nowMs));
        answers.add(model.ledger().refuse(withOwnIds(items.get(last)), OlderRelease.REFUSAL, nowMs));
        return answers;
    }

    /** The id under which the model knows a transaction: each platform has a space of its own. */
    String idOf(int item) {
        return id(platform, items.get(item).id());
    }

    static String id(String platform, String id) {
        return id == null ? null : platform + "/" + id;
    }

    private Asked withOwnIds(Asked item) {
        return new Asked(
                item.type(),
                id(platform, item.id()),
                item.player(),
                item.session(),
                item.amount(),
                item.currency(),
                item.game(),
                item.round(),
                id(platform, item.reference()));
    }
}
