package bankroll.tools.report;

import bankroll.protocol.Amounts.Total;
import bankroll.protocol.TransactionItem;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Decimals;
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
 * Bets that neither a win nor a rollback has answered, by player and round: a round may have several players, in several
 * currencies. A win that names a bet answers it; one that names none answers all bets of its player in its round. The
 * contract knows no end of a round: a lost bet looks open, too, unless the platform closes it with a credit of zero. A bet
 * without a round is a round of its own. Only bets within the look-back are kept, so memory goes with those. One thread.
 */
public final class OpenRounds implements FrameHandler {
    private final long lookBackMs;
    private final AccountCurrencies accounts;
    private final Decimals decimals;
    /** By its id, oldest first. */
    private final Map<Hash, Bet> bets = new LinkedHashMap<>();
    /** Those that have an id, while a bet of theirs is kept. */
    private final Map<Name, Round> rounds = new HashMap<>();

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

    /** Rounds are the platform's own: the same id on two platforms is two rounds. What one player does there is one here. */
    private record Name(String platform, String id, Hash player) {}

    /** Knows its place in the round, so that it is taken out of a long one at once. */
    private static final class Bet {
        private final Hash id;
        private final Round round;
        private final long timeMs;
        private final long sequence;
        private final long amount;
        private int place;

        private Bet(Hash id, Round round, Item item) {
            this.id = id;
            this.round = round;
            timeMs = item.timeMs();
            sequence = item.sequence();
            amount = item.moved();
            place = round.bets.size();
            round.bets.add(this);
        }

        private void leaveRound() {
            Bet last = round.bets.remove(round.bets.size() - 1);
            if (last != this) {
                round.bets.set(place, last);
                last.place = place;
            }
        }
    }

    private static final class Round {
        /** Null when the platform gave it none. */
        private final Name name;

        private final String text;
        private final String player;
        private final String platform;
        private final String currency;
        private final List<Bet> bets = new ArrayList<>(1);
        private boolean isForgotten;

        private Round(Name name, Item item, String currency) {
            ItemTexts texts = item.texts();
            this.name = name;
            text = name == null ? texts.get(ItemField.TRANSACTION_ID) : name.id();
            player = texts.get(ItemField.PLAYER_ID);
            platform = item.originName();
            this.currency = currency;
        }
    }

    /** The bets of a round that are open for long enough. */
    private static final class Row {
        private final Bet oldest;
        private final Total staked = new Total();
        private long bets;

        private Row(Bet oldest) {
            this.oldest = oldest;
        }

        private void add(Bet bet) {
            bets++;
            staked.add(bet.amount);
        }
    }

    /**
     * Prepares.
     *
     * @param lookBackMs so far from the newest entry it looks back
     * @param accounts those of the players, kept up to date by others
     * @param decimals how amounts are told
     */
    public OpenRounds(long lookBackMs, AccountCurrencies accounts, Decimals decimals) {
        this.lookBackMs = lookBackMs;
        this.accounts = accounts;
        this.decimals = decimals;
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

    /** Bets that are open for longer than this at the newest entry, by player and round, the oldest first. */
    public List<Summary> rows(long olderThanMs) {
        Map<Round, Row> rows = new LinkedHashMap<>();
        for (Bet bet : bets.values()) {
            if (nowMs - bet.timeMs > olderThanMs) {
                rows.computeIfAbsent(bet.round, round -> new Row(bet)).add(bet);
            }
        }
        return rows.entrySet().stream()
                .map(row -> summary(row.getKey(), row.getValue()))
                .toList();
    }

    private Summary summary(Round round, Row row) {
        return new Summary()
                .putTime("since", row.oldest.timeMs)
                .put("platform", round.platform)
                .put("round", round.text)
                .put("player", round.player)
                .put("currency", round.currency)
                .put("bets", row.bets)
                .put("staked", decimals.format(round.currency, row.staked.toBigInteger()))
                .put("sequence", row.oldest.sequence);
    }

    /** Whether bets from before this time would be kept. */
    public boolean looksBackBehind(long timeMs) {
        return timeMs > nowMs - lookBackMs;
    }

    /** Rounds with a bet from before the look-back that was still open then. */
    public long forgotten() {
        return forgotten;
    }

    private void take() {
        switch (item.type()) {
            case DEBIT -> bet();
            case CREDIT -> win();
            default -> answer(bets.get(reference()));
        }
    }

    private void bet() {
        Hash id = new Hash(
                TransactionItem.idHigh(item.buffer(), item.offset()),
                TransactionItem.idLow(item.buffer(), item.offset()));
        bets.put(id, new Bet(id, round(), item));
    }

    private Round round() {
        String currency = accounts.code(accounts.number(item));
        return item.texts().has(ItemField.ROUND_ID)
                ? rounds.computeIfAbsent(name(), name -> new Round(name, item, currency))
                : new Round(null, item, currency);
    }

    private void win() {
        if (item.texts().has(ItemField.REFERENCE_TRANSACTION_ID)) {
            answer(bets.get(reference()));
        } else if (item.texts().has(ItemField.ROUND_ID)) {
            Round round = rounds.get(name());
            if (round != null) {
                List.copyOf(round.bets).forEach(this::answer);
            }
        }
    }

    private void answer(Bet bet) {
        if (bet != null) {
            bets.remove(bet.id);
            remove(bet);
        }
    }

    private void remove(Bet bet) {
        bet.leaveRound();
        if (bet.round.bets.isEmpty()) {
            rounds.remove(bet.round.name);
        }
    }

    private void forgetOld() {
        Iterator<Bet> oldest = bets.values().iterator();
        while (oldest.hasNext()) {
            Bet bet = oldest.next();
            if (nowMs - bet.timeMs <= lookBackMs) {
                return;
            }
            oldest.remove();
            remove(bet);
            if (!bet.round.isForgotten) {
                bet.round.isForgotten = true;
                forgotten++;
            }
        }
    }

    private Hash reference() {
        return new Hash(
                TransactionItem.referenceHigh(item.buffer(), item.offset()),
                TransactionItem.referenceLow(item.buffer(), item.offset()));
    }

    private Name name() {
        return new Name(
                item.originName(), item.texts().get(ItemField.ROUND_ID), new Hash(item.playerHigh(), item.playerLow()));
    }
}
