package bankroll.bench.play;

import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An endless sequence of items for a stream's own players, each with the answer that the contract gives it when the
 * stream's items are handled in order: a model of the ledger that is small because it knows what it asks. One thread;
 * no allocation per item. The same seed plays the same.
 */
public final class PlayStream {
    private static final int MOST_STAKE = 1000;
    private static final int TRIES = 8;

    private final Mix mix;
    private final SplittableRandom random;
    private final long[] balances;
    private final Recent recent = new Recent();
    private final int hot;
    private final double hotShare;
    private long ids;
    private long total;
    private long tombstone = Play.NONE;
    private int tombstonePlayer;

    /** The stream with this number, at its start: every player has {@link Workload#FUNDS}. */
    public PlayStream(Workload workload, int stream) {
        mix = workload.mix();
        random = new SplittableRandom(workload.seed() * 1_000_003 + stream);
        balances = new long[workload.playersOf(stream)];
        Arrays.fill(balances, Workload.FUNDS);
        total = Workload.FUNDS * balances.length;
        hot = (int) Math.min(balances.length, Math.round(balances.length * workload.hotPlayers()));
        hotShare = hot == 0 ? 0 : hot == balances.length ? 1 : workload.hotShare();
    }

    /** What all players of the stream own after the last item. */
    public long total() {
        return total;
    }

    /** The balance of a player after the last item. */
    public long balance(int player) {
        return balances[player];
    }

    /** Draws a player as the items do: hot ones more often. */
    public int drawPlayer() {
        boolean isHot = hotShare >= 1 || hotShare > 0 && random.nextDouble() < hotShare;
        return isHot ? random.nextInt(hot) : hot + random.nextInt(balances.length - hot);
    }

    /** Fills the play with the next item. */
    public void next(Play play) {
        next(play, mix.kind(random.nextInt(mix.total())));
    }

    /** Fills the play with the next item, one of this kind; a debit where there is nothing that it could name. */
    public void next(Play play, Mix.Kind kind) {
        switch (kind) {
            case DEBIT -> debit(play);
            case CREDIT -> settle(play, TransactionType.CREDIT);
            case ROLLBACK -> settle(play, TransactionType.ROLLBACK);
            case RESEND -> resend(play);
            case REFUSED -> refused(play);
        }
        play.balance = balances[play.player];
    }

    private void debit(Play play) {
        int player = drawPlayer();
        start(play, TransactionType.DEBIT, player, 1 + random.nextInt(MOST_STAKE));
        play.outcome = balances[player] >= play.amount ? Outcome.OK : Outcome.INSUFFICIENT_FUNDS;
        if (play.outcome == Outcome.OK) {
            move(player, -play.amount);
        }
        recent.add(play);
    }

    /** A win for a stake that stands, or a rollback of one. */
    private void settle(Play play, TransactionType type) {
        int at = drawStandingDebit();
        if (at < 0) {
            debit(play);
            return;
        }
        Play stake = recent.get(at);
        boolean isWin = type == TransactionType.CREDIT;
        start(play, type, stake.player, isWin ? random.nextInt(2 * MOST_STAKE) : 0);
        play.reference = stake.id;
        play.round = stake.round;
        recent.settled(at, isWin);
        move(play.player, isWin ? play.amount : stake.amount);
        recent.add(play);
    }

    private void resend(Play play) {
        if (recent.size() == 0) {
            debit(play);
        } else {
            play.copy(recent.get(random.nextInt(recent.size())));
        }
    }

    private void refused(Play play) {
        switch (random.nextInt(5)) {
            case 0 -> beyondFunds(play);
            case 1 -> withoutSession(play);
            case 2 -> withoutStake(play);
            case 3 -> withOtherContent(play);
            default -> afterItsRollback(play);
        }
    }

    private void beyondFunds(Play play) {
        start(play, TransactionType.DEBIT, drawPlayer(), Amounts.MAX);
        play.outcome = Outcome.INSUFFICIENT_FUNDS;
        recent.add(play);
    }

    private void withoutSession(Play play) {
        start(play, TransactionType.DEBIT, drawPlayer(), 1);
        play.ownSession = false;
        play.outcome = Outcome.SESSION_INVALID;
        recent.add(play);
    }

    private void withoutStake(Play play) {
        start(play, TransactionType.CREDIT, drawPlayer(), 1);
        // a number that is drawn for nothing else
        play.reference = ids++;
        play.outcome = Outcome.REFERENCE_NOT_FOUND;
        recent.add(play);
    }

    private void withOtherContent(Play play) {
        if (recent.size() == 0) {
            debit(play);
            return;
        }
        resend(play);
        if (play.type == TransactionType.ROLLBACK || play.outcome == Outcome.REFERENCE_NOT_FOUND) {
            // its amount is not compared, or nothing is remembered that could differ
            return;
        }
        play.amount = play.amount == Amounts.MAX ? 1 : play.amount + 1;
        play.outcome = Outcome.DUPLICATE_MISMATCH;
    }

    /** The rollback of a debit that was never seen, and the next time that debit. */
    private void afterItsRollback(Play play) {
        if (tombstone == Play.NONE) {
            tombstone = ids++;
            tombstonePlayer = drawPlayer();
            start(play, TransactionType.ROLLBACK, tombstonePlayer, 0);
            play.reference = tombstone;
        } else {
            start(play, TransactionType.DEBIT, tombstonePlayer, 1);
            play.id = tombstone;
            play.outcome = Outcome.ROLLED_BACK;
            tombstone = Play.NONE;
        }
        recent.add(play);
    }

    private void start(Play play, TransactionType type, int player, long amount) {
        play.type = type;
        play.id = ids++;
        play.player = player;
        play.amount = amount;
        play.reference = Play.NONE;
        play.round = play.id;
        play.ownSession = true;
        play.outcome = Outcome.OK;
    }

    private void move(int player, long amount) {
        balances[player] += amount;
        total += amount;
    }

    /** A debit that stands, one that wasn't paid out yet rather; -1 when none was met. */
    private int drawStandingDebit() {
        int found = -1;
        for (int i = 0; i < TRIES && recent.size() > 0; i++) {
            int at = random.nextInt(recent.size());
            if (recent.isStandingDebit(at)) {
                found = at;
                if (recent.isUnpaid(at)) {
                    return at;
                }
            }
        }
        return found;
    }

    /** The last transactions of a stream, so that wins, rollbacks and re-sends have something to name. One thread. */
    private static final class Recent {
        static final int CAPACITY = 2048;

        private final Play[] plays = new Play[CAPACITY];
        private final boolean[] paid = new boolean[CAPACITY];
        private final boolean[] reversed = new boolean[CAPACITY];
        private long added;

        Recent() {
            Arrays.setAll(plays, at -> new Play());
        }

        int size() {
            return (int) Math.min(added, CAPACITY);
        }

        void add(Play play) {
            int at = (int) (added++ & CAPACITY - 1);
            plays[at].copy(play);
            paid[at] = false;
            reversed[at] = false;
        }

        /** What was sent at this place; its balance is that of then. */
        Play get(int at) {
            return plays[at];
        }

        boolean isStandingDebit(int at) {
            return plays[at].type == TransactionType.DEBIT && plays[at].outcome == Outcome.OK && !reversed[at];
        }

        boolean isUnpaid(int at) {
            return !paid[at];
        }

        void settled(int at, boolean isWin) {
            (isWin ? paid : reversed)[at] = true;
        }
    }
}
