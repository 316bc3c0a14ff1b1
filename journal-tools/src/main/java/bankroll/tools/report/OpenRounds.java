package bankroll.tools.report;

import bankroll.protocol.Amounts.Total;
import bankroll.protocol.TransactionItem;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.source.FrameHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Rounds with a bet that neither a win nor a rollback has answered. The contract knows no end of a round: a lost one
 * looks open, too, unless the platform closes it with a credit of zero. A bet without a round is a round of its own.
 * Only rounds that began within the look-back are kept, so memory goes with those. One thread.
 */
public final class OpenRounds implements FrameHandler {
    private final long lookBackMs;
    /** By {@link Name}, or by the hash of a bet that has no round. */
    private final Map<Object, Round> rounds = new LinkedHashMap<>();

    private final Map<Hash, Round> bets = new HashMap<>();
    private final Item item = new Item();
    private long nowMs;
    private long forgotten;

    /** The keyed hash that stands for an id. */
    private record Hash(long high, long low) {
        @Override
        public int hashCode() {
            return (int) high;
        }
    }

    /** Rounds are the platform's own: the same id on two platforms is two rounds. */
    private record Name(String platform, String id) {}

    private static final class Round {
        private final Object key;
        private final String name;
        private final String player;
        private final String platform;
        private final long sinceMs;
        private final long sequence;
        private final Total staked = new Total();
        private final List<Hash> bets = new ArrayList<>(1);

        private Round(Object key, Item item) {
            ItemTexts texts = item.texts();
            this.key = key;
            name = key instanceof Name named ? named.id() : texts.get(ItemField.TRANSACTION_ID);
            player = texts.get(ItemField.PLAYER_ID);
            platform = item.originName();
            sinceMs = item.timeMs();
            sequence = item.sequence();
        }
    }

    /** Looks back so far from the newest entry. */
    public OpenRounds(long lookBackMs) {
        this.lookBackMs = lookBackMs;
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        nowMs = item.timeMs();
        forgetOld();
        while (item.next()) {
            if (item.isMoving() && item.type().isTransaction()) {
                take();
            }
        }
        return true;
    }

    /** Rounds open for longer than this at the newest entry, oldest first. */
    public List<Summary> rows(long olderThanMs) {
        List<Summary> rows = new ArrayList<>();
        for (Round round : rounds.values()) {
            if (nowMs - round.sinceMs > olderThanMs) {
                rows.add(new Summary()
                        .putTime("since", round.sinceMs)
                        .put("platform", round.platform)
                        .put("round", round.name)
                        .put("player", round.player)
                        .put("bets", round.bets.size())
                        .put("staked", round.staked.toString())
                        .put("sequence", round.sequence));
            }
        }
        return rows;
    }

    /** Whether rounds that began before this time would be kept. */
    public boolean looksBackBehind(long timeMs) {
        return timeMs > nowMs - lookBackMs;
    }

    /** Rounds that began before the look-back and were still open then. */
    public long forgotten() {
        return forgotten;
    }

    private void take() {
        DirectBuffer buffer = item.buffer();
        int at = item.offset();
        Hash reference = new Hash(TransactionItem.referenceHigh(buffer, at), TransactionItem.referenceLow(buffer, at));
        switch (item.type()) {
            case DEBIT -> bet(new Hash(TransactionItem.idHigh(buffer, at), TransactionItem.idLow(buffer, at)));
            case CREDIT -> win(reference);
            default -> takeBack(reference);
        }
    }

    private void bet(Hash id) {
        Object key = item.texts().has(ItemField.ROUND_ID) ? name() : id;
        Round round = rounds.get(key);
        if (round == null) {
            round = new Round(key, item);
            rounds.put(key, round);
        }
        round.bets.add(id);
        round.staked.add(item.moved());
        bets.put(id, round);
    }

    private void win(Hash reference) {
        Round round = bets.get(reference);
        if (round == null && item.texts().has(ItemField.ROUND_ID)) {
            round = rounds.get(name());
        }
        if (round != null) {
            remove(round);
        }
    }

    private void takeBack(Hash reference) {
        Round round = bets.remove(reference);
        if (round != null) {
            round.bets.remove(reference);
            round.staked.subtract(item.moved());
            if (round.bets.isEmpty()) {
                remove(round);
            }
        }
    }

    private void remove(Round round) {
        rounds.remove(round.key);
        round.bets.forEach(bets::remove);
    }

    private void forgetOld() {
        Iterator<Round> oldest = rounds.values().iterator();
        while (oldest.hasNext()) {
            Round round = oldest.next();
            if (nowMs - round.sinceMs <= lookBackMs) {
                return;
            }
            oldest.remove();
            round.bets.forEach(bets::remove);
            forgotten++;
        }
    }

    private Name name() {
        return new Name(item.originName(), item.texts().get(ItemField.ROUND_ID));
    }
}
