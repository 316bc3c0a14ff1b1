package bankroll.simulation;

import bankroll.ledger.Answered;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** Everything else that one party asks of one player; only its status is compared. */
record Change(CommandType type, String subject, Bytes bytes, Story story) implements Command {
    private static final Origin OPERATOR = Origin.operator("ada");

    interface Bytes {
        int put(MutableDirectBuffer target, int item, IdHasher hasher);
    }

    interface Story {
        Outcome tell(Model model, long nowMs);
    }

    static Change open(String player, String currency) {
        Profile profile = new Profile(player, null, null, null, null);
        return new Change(
                CommandType.PLAYERS,
                player,
                (target, item, hasher) -> PlayerItem.put(target, item, hasher, currency, profile),
                (model, nowMs) -> model.open(player, currency));
    }

    static Change deposit(String id, String player, String currency, String amount) {
        var transfer = new TransferItem.Transfer(
                id, player, TransferType.DEPOSIT, Long.parseUnsignedLong(amount), false, currency, null);
        return new Change(
                CommandType.TRANSFERS,
                player + " " + amount,
                (target, item, hasher) -> TransferItem.put(target, item, hasher, transfer),
                (model, nowMs) -> model.ledger().deposit(id, player, new BigInteger(amount)));
    }

    static Change mint(String code, String player) {
        var minted = new LaunchCodeItem.LaunchCode(code, player, null, null, Model.CODE_MS, false);
        return new Change(
                CommandType.LAUNCH_CODES,
                code,
                (target, item, hasher) -> LaunchCodeItem.put(target, item, hasher, minted),
                (model, nowMs) -> model.mint(code, player, nowMs));
    }

    /** The exchange of a code; a copy of it brings other random bits for the session. */
    static Change exchange(String code, SessionBits bits) {
        var exchange = new AuthenticateCommand.Exchange(code, "webhook-" + code, "g", null, bits.high(), bits.low());
        return new Change(
                CommandType.AUTHENTICATE,
                code,
                (target, item, hasher) -> AuthenticateCommand.put(target, item, hasher, exchange),
                (model, nowMs) -> model.exchange(code, bits, nowMs));
    }

    static Change closeSession(SessionBits bits) {
        return new Change(
                CommandType.CLOSE_SESSION,
                bits.toString(),
                (target, item, hasher) -> SessionCommand.put(target, item, bits.high(), bits.low()),
                (model, nowMs) -> model.closeSession(bits, nowMs));
    }

    static Change block(String player) {
        var block = new PlayerCommand.Block("asked", PlayerCommand.FOR_EVER, false);
        return new Change(
                CommandType.BLOCK,
                player,
                (target, item, hasher) -> PlayerCommand.putBlock(target, item, hasher, player, block),
                (model, nowMs) -> model.block(player, PlayerCommand.FOR_EVER));
    }

    static Change unblock(String player) {
        return new Change(
                CommandType.UNBLOCK,
                player,
                (target, item, hasher) ->
                        PlayerCommand.put(target, item, hasher, player).position(),
                (model, nowMs) -> model.block(player, null));
    }

    static Change limits(String player, Map<LimitSlot, Long> limits) {
        return new Change(
                CommandType.LIMITS,
                player,
                (target, item, hasher) -> PlayerCommand.putLimits(target, item, hasher, player, limits),
                (model, nowMs) -> model.limits(player, limits, nowMs));
    }

    boolean isMint() {
        return type == CommandType.LAUNCH_CODES;
    }

    /** Whether this is the exchange that opened, or repeated, a session. */
    boolean isOf(Model model, SessionBits session) {
        return type == CommandType.AUTHENTICATE && session.equals(model.sessionOf(subject));
    }

    @Override
    public int put(ExpandableArrayBuffer target, int offset, HashKey key) {
        int item = CommandHeader.put(target, offset, type, 1, OPERATOR);
        return bytes.put(target, item, new IdHasher(key, ""));
    }

    @Override
    public List<Answered> tell(Model model, long nowMs) {
        return List.of(new Answered(story.tell(model, nowMs), null, null));
    }

    /** A launch code is drawn anew for each call. */
    @Override
    public boolean isSentAgain() {
        return !isMint();
    }

    @Override
    public boolean agrees(Answered expected, Answered actual) {
        return expected.status() == actual.status();
    }

    @Override
    public String toString() {
        return type + " " + subject;
    }
}
