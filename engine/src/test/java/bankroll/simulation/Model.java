package bankroll.simulation;

import bankroll.ledger.ModelLedger;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** The naive model of the ledger, and of launch codes and their exchange (decisions §3). */
final class Model {
    static final long CODE_MS = 300_000;
    private static final long REPEATABLE_MS = 60_000;

    private final ModelLedger ledger = new ModelLedger(ZoneOffset.UTC);
    private final Map<String, Code> codes = new HashMap<>();
    private final Map<String, Exchanged> exchanges = new HashMap<>();

    private record Code(String player, long expiresMs) {}

    private record Exchanged(SessionBits session, long timeMs) {}

    ModelLedger ledger() {
        return ledger;
    }

    Outcome open(String player, String currency) {
        if (ledger.knows(player)) {
            return Outcome.EXISTS;
        }
        ledger.open(player, currency);
        return Outcome.CREATED;
    }

    Outcome mint(String code, String player, long nowMs) {
        if (!ledger.knows(player)) {
            return Outcome.PLAYER_NOT_FOUND;
        }
        if (ledger.isBlocked(player, nowMs)) {
            return Outcome.PLAYER_BLOCKED;
        }
        codes.put(code, new Code(player, nowMs + CODE_MS));
        return Outcome.OK;
    }

    Outcome exchange(String code, SessionBits bits, long nowMs) {
        if (repeated(code, nowMs) != null) {
            return Outcome.OK;
        }
        Code minted = codes.get(code);
        if (minted == null || nowMs >= minted.expiresMs()) {
            return Outcome.INVALID_LAUNCH_CODE;
        }
        codes.remove(code);
        exchanges.put(code, new Exchanged(bits, nowMs));
        ledger.session(bits.toString(), minted.player(), nowMs);
        return Outcome.OK;
    }

    /** The session that a code was exchanged for, if it's the same message within a minute; or null. */
    private SessionBits repeated(String code, long nowMs) {
        Exchanged exchanged = exchanges.get(code);
        boolean again = exchanged != null
                && nowMs <= exchanged.timeMs() + REPEATABLE_MS
                && ledger.isOpen(exchanged.session().toString(), nowMs);
        return again ? exchanged.session() : null;
    }

    /** The session that a code stands for now, or null. */
    SessionBits sessionOf(String code) {
        return exchanges.containsKey(code) ? exchanges.get(code).session() : null;
    }

    Outcome closeSession(SessionBits bits, long nowMs) {
        if (!ledger.isOpen(bits.toString(), nowMs)) {
            return Outcome.SESSION_NOT_FOUND;
        }
        ledger.closeSession(bits.toString());
        return Outcome.OK;
    }

    Outcome block(String player, Long untilMs) {
        if (!ledger.knows(player)) {
            return Outcome.PLAYER_NOT_FOUND;
        }
        ledger.block(player, untilMs);
        return Outcome.OK;
    }

    Outcome limits(String player, Map<LimitSlot, Long> limits, long nowMs) {
        if (!ledger.knows(player)) {
            return Outcome.PLAYER_NOT_FOUND;
        }
        ledger.limits(player, limits, nowMs);
        return Outcome.OK;
    }
}
