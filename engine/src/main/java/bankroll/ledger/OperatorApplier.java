package bankroll.ledger;

import bankroll.ledger.table.Blobs;
import bankroll.ledger.table.Books;
import bankroll.ledger.table.LaunchCodes;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.Sessions;
import bankroll.ledger.table.Tables;
import bankroll.protocol.Anomaly;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.Fields;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.ProfileCommand;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Applies what changes players, sessions and launch codes. One thread. */
final class OperatorApplier {
    private final Tables tables;
    private final Players players;
    private final Sessions sessions;
    private final Blobs blobs;
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer(1024);

    OperatorApplier(Tables tables) {
        this.tables = tables;
        players = tables.players();
        sessions = tables.sessions();
        blobs = tables.blobs();
    }

    void openPlayer(DirectBuffer entry, int item) {
        Books books = tables.books();
        int text = PlayerItem.currencyOffset(item);
        int offset = Fields.textOffset(text);
        int length = Fields.textLength(entry, text);
        int known = books.find(entry, offset, length);
        int currency = known >= 0 ? known : books.add(entry, offset, length);
        int profile = PlayerItem.profileOffset(entry, item);
        int blob = blobs.put(entry, profile, item + PlayerItem.length(entry, item) - profile);
        int hash = PlayerItem.playerHashOffset(item);
        players.open(Bits128.high(entry, hash), Bits128.low(entry, hash), currency, blob, tables.nowMs());
    }

    void changeProfile(DirectBuffer entry, int item, int account) {
        int old = players.profile(account);
        Profile before = Profile.get(new Fields().read(blobs.content(old), 0));
        Fields fields = new Fields().write(scratch, 0);
        ProfileCommand.get(entry, item).applyTo(before).put(fields);
        blobs.remove(old);
        players.profile(account, blobs.put(scratch, 0, fields.position()));
    }

    void block(DirectBuffer entry, int item, int account) {
        BlockCommand.Block block = BlockCommand.get(entry, item);
        byte[] reason = block.reason().getBytes(StandardCharsets.UTF_8);
        blobs.remove(players.blockReason(account));
        int blob = blobs.put(new UnsafeBuffer(reason), 0, reason.length);
        players.block(account, blob, block.untilMs(), block.selfExcluded());
    }

    void unblock(int account) {
        blobs.remove(players.blockReason(account));
        players.unblock(account);
    }

    void limits(DirectBuffer entry, int decidedSet, int account) {
        if (players.limits(account) < 0) {
            players.limits(account, tables.limitSets().add());
        }
        tables.limitSets().set(players.limits(account), entry, decidedSet);
    }

    void mint(DirectBuffer entry, int item, int account, long expiresAtMs) {
        LaunchCodes codes = tables.launchCodes();
        int hash = LaunchCodeItem.codeHashOffset(item);
        int code = codes.mint(
                Bits128.high(entry, hash),
                Bits128.low(entry, hash),
                account,
                LaunchCodeItem.isReusable(entry, item),
                expiresAtMs,
                tables.nowMs());
        int game = LaunchCodeItem.gameHashOffset(item);
        codes.bind(code, Bits128.high(entry, game), Bits128.low(entry, game));
    }

    void openSession(DirectBuffer entry, int item, Anomaly anomaly) {
        LaunchCodes codes = tables.launchCodes();
        int hash = AuthenticateCommand.codeHashOffset(item);
        int code = codes.find(Bits128.high(entry, hash), Bits128.low(entry, hash));
        int account = codes.account(code);
        if (!codes.isReusable(code)) {
            codes.use(code);
        }
        if (anomaly == Anomaly.OLDEST_SESSION_CLOSED) {
            sessions.close(players.oldestSession(account), tables.settings(), tables.nowMs());
        }
        int session = AuthenticateCommand.sessionOffset(item);
        long high = Bits128.high(entry, session);
        long low = Bits128.low(entry, session);
        sessions.open(high, low, account, tables.sequence() + 1, tables.settings(), tables.nowMs());
        int exchange = AuthenticateCommand.exchangeHashOffset(item);
        long exchangeLow = Bits128.low(entry, exchange);
        if (exchangeLow != 0) {
            tables.exchanges().remember(Bits128.high(entry, exchange), exchangeLow, high, low, tables.nowMs());
        }
    }

    void closeSession(int session) {
        sessions.close(session, tables.settings(), tables.nowMs());
    }

    void closeSessions(int account) {
        sessions.closeAll(account, tables.settings(), tables.nowMs());
    }
}
