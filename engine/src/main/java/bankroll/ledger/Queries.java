package bankroll.ledger;

import bankroll.ledger.table.Blobs;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.Sessions;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Transactions;
import bankroll.protocol.Answer;
import bankroll.protocol.Fields;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.Profile;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.agrona.DirectBuffer;

/** Answers from the tables as they stand; records nothing. One thread, the writer: short and bounded each. */
final class Queries {
    private static final long[] NONE = {};

    private final Tables tables;
    private final LedgerView view;
    private final Players players;

    Queries(Tables tables, LedgerView view) {
        this.tables = tables;
        this.view = view;
        players = tables.players();
    }

    Answer.Balance balance(int account) {
        return new Answer.Balance(players.balance(account), currency(account));
    }

    void accounts(AccountVisitor visitor) {
        for (int account = 0; account < players.size(); account++) {
            visitor.account(
                    account, players.high(account), players.low(account), currency(account), players.balance(account));
        }
    }

    String playerId(int account) {
        return profile(account).playerId();
    }

    Answer.Identity identity(int session) {
        Sessions sessions = tables.sessions();
        int account = sessions.account(session);
        return new Answer.Identity(
                sessions.high(session),
                sessions.low(session),
                players.balance(account),
                currency(account),
                profile(account));
    }

    Answer.Player player(int account) {
        return new Answer.Player(
                profile(account),
                currency(account),
                players.balance(account),
                block(account),
                limits(account),
                view.openSessions(account),
                players.openedAtMs(account));
    }

    Answer.Sessions sessions(int account) {
        Sessions sessions = tables.sessions();
        List<Answer.Sessions.Session> open = new ArrayList<>();
        for (int session = players.newestSession(account); session >= 0; session = sessions.nextOlder(session)) {
            if (sessions.isOpen(session, tables.settings(), view.nowMs())) {
                open.add(session(session));
            }
        }
        Collections.reverse(open);
        return new Answer.Sessions(open);
    }

    Answer.TrialBalance trialBalance(long sequence) {
        return tables.books().trialBalance(sequence);
    }

    Answer.Counts counts() {
        return new Answer.Counts(
                players.size(),
                tables.transactions().size(),
                tables.sessions().size(),
                tables.launchCodes().size(),
                tables.memoryBytes());
    }

    /** Where a transaction stands, or null when it was never received: a tombstone alone isn't (decisions §4). */
    Answer.LookupPlan lookup(DirectBuffer request, int hash, boolean withReferrers) {
        Transactions transactions = tables.transactions();
        int record = view.transaction(request, hash);
        if (record < 0 || transactions.type(record) == TransactionType.TOMBSTONE) {
            return null;
        }
        boolean rolledBack = transactions.isReversed(record) || transactions.status(record) == Outcome.ROLLED_BACK;
        return new Answer.LookupPlan(
                transactions.position(record), rolledBack, withReferrers ? referrers(record) : NONE);
    }

    private long[] referrers(int record) {
        Transactions transactions = tables.transactions();
        long[] positions = new long[16];
        int count = 0;
        int referrer = transactions.firstReferrer(record);
        for (; referrer >= 0 && count < Answer.Lookup.MAX_IDS; referrer = transactions.nextReferrer(referrer)) {
            positions = count == positions.length ? Arrays.copyOf(positions, count * 2) : positions;
            positions[count++] = transactions.position(referrer);
        }
        return Arrays.copyOf(positions, count);
    }

    private Answer.Sessions.Session session(int session) {
        Sessions sessions = tables.sessions();
        return new Answer.Sessions.Session(
                sessions.high(session),
                sessions.low(session),
                null,
                null,
                sessions.openedAtMs(session),
                sessions.lastUsedAtMs(session),
                sessions.expiresAtMs(session, tables.settings()),
                sessions.sequence(session));
    }

    private PlayerCommand.Block block(int account) {
        if (!view.isBlocked(account)) {
            return null;
        }
        Blobs blobs = tables.blobs();
        int reason = players.blockReason(account);
        DirectBuffer content = blobs.content(reason);
        byte[] text = new byte[content.capacity()];
        content.getBytes(0, text);
        return new PlayerCommand.Block(
                new String(text, StandardCharsets.UTF_8),
                players.blockEndsAtMs(account),
                players.isSelfExcluded(account));
    }

    private List<Answer.Player.Limit> limits(int account) {
        List<Answer.Player.Limit> limits = new ArrayList<>();
        if (!view.hasLimits(account)) {
            return limits;
        }
        DirectBuffer set = view.limits(account);
        for (LimitSlot slot : LimitSlot.values()) {
            if (LimitRecord.isInForce(set, 0, slot, view.nowMs())) {
                long amount = LimitRecord.amount(set, 0, slot, view.nowMs());
                String used = view.used(account, slot).toString();
                limits.add(new Answer.Player.Limit(slot, amount, used, pending(set, slot)));
            }
        }
        return limits;
    }

    private Answer.Player.Pending pending(DirectBuffer set, LimitSlot slot) {
        if (!LimitRecord.isPending(set, 0, slot, view.nowMs())) {
            return null;
        }
        return new Answer.Player.Pending(
                LimitRecord.isRemovalPending(set, 0, slot),
                LimitRecord.pendingAmount(set, 0, slot),
                LimitRecord.effectiveAtMs(set, 0, slot));
    }

    private String currency(int account) {
        return tables.books().code(players.currency(account));
    }

    private Profile profile(int account) {
        return Profile.get(new Fields().read(tables.blobs().content(players.profile(account)), 0));
    }
}
