package bankroll.ledger;

import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The wallet as decisions.md tells it, naively: maps, strings and big integers, written without a look at the ledger.
 */
public final class ModelLedger {
    static final BigInteger MAX = BigInteger.TEN.pow(19).subtract(BigInteger.ONE);
    static final long IDLE_MS = 3_600_000;
    static final long AGE_MS = 86_400_000;
    static final long RAISE_MS = 86_400_000;

    private final ZoneId zone;
    private final Map<String, Player> players = new HashMap<>();
    private final Map<String, Session> sessions = new HashMap<>();
    private final Map<String, Recorded> records = new HashMap<>();
    private final Set<String> targeted = new HashSet<>();
    private long idleMs = IDLE_MS;
    private boolean refusesAfterPayout;
    private final Map<String, Boolean> transfers = new HashMap<>();

    /** A player; blockedUntil is null when not blocked. */
    private static final class Player {
        private final String currency;
        private final List<Play> plays = new ArrayList<>();
        private final Map<LimitSlot, Limit> limits = new EnumMap<>(LimitSlot.class);
        private BigInteger balance = BigInteger.ZERO;
        private Long blockedUntilMs;

        private Player(String currency) {
            this.currency = currency;
        }
    }

    /** A debit, credit or reversal as limits see it: a reversal counts in the window of its debit. */
    private record Play(long timeMs, BigInteger wagered, BigInteger paid) {}

    private record Limit(BigInteger amount, boolean waits, BigInteger pending, long effectiveAtMs) {}

    private static final class Session {
        private final String player;
        private final long openedMs;
        private long usedMs;
        private boolean closed;

        private Session(String player, long nowMs) {
            this.player = player;
            openedMs = nowMs;
            usedMs = nowMs;
        }
    }

    private static final class Recorded {
        private final Asked asked;
        private final Outcome status;
        private final long timeMs;
        private boolean reversed;
        private boolean credited;

        private Recorded(Asked asked, Outcome status, long timeMs) {
            this.asked = asked;
            this.status = status;
            this.timeMs = timeMs;
        }
    }

    public ModelLedger(ZoneId zone) {
        this.zone = zone;
    }

    public void open(String player, String currency) {
        players.putIfAbsent(player, new Player(currency));
    }

    public Outcome deposit(String id, String player, BigInteger amount) {
        if (transfers.containsKey(id)) {
            return Outcome.OK;
        }
        Player account = players.get(player);
        if (account == null) {
            return Outcome.PLAYER_NOT_FOUND;
        }
        if (account.balance.add(amount).compareTo(MAX) > 0) {
            return Outcome.LIMIT_EXCEEDED;
        }
        transfers.put(id, true);
        account.balance = account.balance.add(amount);
        return Outcome.OK;
    }

    /** A withdrawal, or an adjustment below zero. */
    Outcome withdraw(String id, String player, BigInteger amount) {
        if (transfers.containsKey(id)) {
            return Outcome.OK;
        }
        Player account = players.get(player);
        if (account == null) {
            return Outcome.PLAYER_NOT_FOUND;
        }
        if (account.balance.compareTo(amount) < 0) {
            return Outcome.INSUFFICIENT_FUNDS;
        }
        transfers.put(id, true);
        account.balance = account.balance.subtract(amount);
        return Outcome.OK;
    }

    public void session(String id, String player, long nowMs) {
        sessions.put(id, new Session(player, nowMs));
    }

    public void closeSession(String id) {
        sessions.get(id).closed = true;
    }

    public void block(String player, Long untilMs) {
        players.get(player).blockedUntilMs = untilMs;
    }

    public void limits(String player, Map<LimitSlot, Long> wanted, long nowMs) {
        Map<LimitSlot, Limit> limits = players.get(player).limits;
        for (LimitSlot slot : LimitSlot.values()) {
            BigInteger amount = wanted.containsKey(slot) ? BigInteger.valueOf(wanted.get(slot)) : null;
            Limit now = settled(limits.get(slot), nowMs);
            Limit next = next(now, amount, nowMs);
            if (next == null) {
                limits.remove(slot);
            } else {
                limits.put(slot, next);
            }
        }
    }

    public Answered book(Asked asked, long nowMs) {
        Player player = players.get(asked.player());
        Recorded record = records.get(asked.id());
        if (record != null) {
            Answered again = again(asked, record, player);
            if (again != null) {
                return again;
            }
        }
        return switch (asked.type()) {
            case DEBIT -> debit(asked, player, nowMs);
            case CREDIT -> credit(asked, player, nowMs);
            default -> rollback(asked, player, nowMs);
        };
    }

    /** A debit in an open session that is refused because another rule was in force. */
    public Answered refuse(Asked asked, Outcome status, long nowMs) {
        sessions.get(asked.session()).usedMs = nowMs;
        return record(asked, status, players.get(asked.player()), nowMs);
    }

    /** The service starts with other settings: how long a session idles, and whether what was paid out stays. */
    public void settings(LedgerSettings settings) {
        idleMs = settings.sessionIdleMs();
        refusesAfterPayout = settings.refuseRollbackAfterPayout();
    }

    /** Whether there is such a player. */
    public boolean knows(String player) {
        return players.containsKey(player);
    }

    /** Null for an unknown player. */
    public BigInteger balance(String player) {
        return balance(players.get(player));
    }

    /** What all players of a currency own. */
    public BigInteger total(String currency) {
        return players.values().stream()
                .filter(player -> player.currency.equals(currency))
                .map(player -> player.balance)
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    public boolean isBlocked(String player, long nowMs) {
        Long untilMs = players.get(player).blockedUntilMs;
        return untilMs != null && nowMs < untilMs;
    }

    public boolean isOpen(String session, long nowMs) {
        return isOpen(sessions.get(session), nowMs);
    }

    /** What is remembered under an id, or null: its first decision, its last when decided anew. */
    public Answered recorded(String id) {
        Recorded record = records.get(id);
        return record == null ? null : new Answered(record.status, null, record.timeMs);
    }

    /** Null when nothing was ever received under the id. */
    public Boolean rolledBack(String id) {
        Recorded record = records.get(id);
        return record == null ? null : record.reversed || record.status == Outcome.ROLLED_BACK;
    }

    private Answered again(Asked asked, Recorded record, Player player) {
        if (!sameContent(asked, record.asked)) {
            boolean mine = record.asked.player().equals(asked.player());
            return new Answered(Outcome.DUPLICATE_MISMATCH, mine ? balance(player) : null, null);
        }
        if (record.status == Outcome.OK) {
            return new Answered(Outcome.OK, balance(player), record.timeMs);
        }
        if (asked.type() != TransactionType.DEBIT) {
            return null;
        }
        Outcome status = targeted.contains(asked.id()) ? Outcome.ROLLED_BACK : record.status;
        return new Answered(status, balance(player), record.timeMs);
    }

    private Answered debit(Asked asked, Player player, long nowMs) {
        Session session = sessions.get(asked.session());
        boolean open = isOpen(session, nowMs) && session.player.equals(asked.player());
        Outcome status = debitStatus(asked, player, open, nowMs);
        if (status == Outcome.OK) {
            player.balance = player.balance.subtract(amount(asked));
            player.plays.add(new Play(nowMs, amount(asked), BigInteger.ZERO));
        }
        if (open) {
            session.usedMs = nowMs;
        }
        return record(asked, status, player, nowMs);
    }

    private boolean isOpen(Session session, long nowMs) {
        return session != null
                && !session.closed
                && nowMs < session.usedMs + idleMs
                && nowMs < session.openedMs + AGE_MS;
    }

    private Outcome debitStatus(Asked asked, Player player, boolean open, long nowMs) {
        if (targeted.contains(asked.id())) {
            return Outcome.ROLLED_BACK;
        }
        if (!open || player == null || !player.currency.equals(asked.currency())) {
            return Outcome.SESSION_INVALID;
        }
        if (player.blockedUntilMs != null && nowMs < player.blockedUntilMs) {
            return Outcome.PLAYER_BLOCKED;
        }
        if (exceedsLimit(player, amount(asked), nowMs)) {
            return Outcome.LIMIT_EXCEEDED;
        }
        return player.balance.compareTo(amount(asked)) < 0 ? Outcome.INSUFFICIENT_FUNDS : Outcome.OK;
    }

    private Answered credit(Asked asked, Player player, long nowMs) {
        if (player == null || !player.currency.equals(asked.currency())) {
            return record(asked, Outcome.REFERENCE_NOT_FOUND, player, nowMs);
        }
        Recorded debit = asked.reference() == null ? null : records.get(asked.reference());
        boolean stands = debit != null
                && debit.asked.type() == TransactionType.DEBIT
                && debit.status == Outcome.OK
                && !debit.reversed
                && debit.asked.player().equals(asked.player());
        if (asked.reference() != null && !stands) {
            return record(asked, Outcome.REFERENCE_NOT_FOUND, player, nowMs);
        }
        if (player.balance.add(amount(asked)).compareTo(MAX) > 0) {
            return record(asked, Outcome.LIMIT_EXCEEDED, player, nowMs);
        }
        player.balance = player.balance.add(amount(asked));
        player.plays.add(new Play(nowMs, BigInteger.ZERO, amount(asked)));
        if (debit != null) {
            debit.credited = true;
        }
        return record(asked, Outcome.OK, player, nowMs);
    }

    private Answered rollback(Asked asked, Player player, long nowMs) {
        Recorded target = records.get(asked.reference());
        if (target == null) {
            targeted.add(asked.reference());
            return record(asked, Outcome.OK, player, nowMs);
        }
        if (target.asked.type() != TransactionType.DEBIT) {
            return record(asked, Outcome.OK, player, nowMs);
        }
        if (!target.asked.player().equals(asked.player())) {
            return new Answered(Outcome.DUPLICATE_MISMATCH, null, null);
        }
        if (target.status != Outcome.OK) {
            targeted.add(asked.reference());
            return record(asked, Outcome.OK, player, nowMs);
        }
        if (!target.reversed) {
            if (target.credited && refusesAfterPayout) {
                return new Answered(Outcome.DUPLICATE_MISMATCH, player.balance, null);
            }
            if (player.balance.add(amount(target.asked)).compareTo(MAX) > 0) {
                return new Answered(Outcome.RETRY, null, null);
            }
            target.reversed = true;
            player.balance = player.balance.add(amount(target.asked));
            player.plays.add(new Play(target.timeMs, amount(target.asked).negate(), BigInteger.ZERO));
        }
        return record(asked, Outcome.OK, player, nowMs);
    }

    private Answered record(Asked asked, Outcome status, Player player, long nowMs) {
        records.put(asked.id(), new Recorded(asked, status, nowMs));
        return new Answered(status, balance(player), nowMs);
    }

    private boolean exceedsLimit(Player player, BigInteger amount, long nowMs) {
        if (amount.signum() == 0) {
            return false;
        }
        for (LimitSlot slot : LimitSlot.values()) {
            Limit limit = settled(player.limits.get(slot), nowMs);
            if (limit != null && used(player, slot, nowMs).add(amount).compareTo(limit.amount) > 0) {
                return true;
            }
        }
        return false;
    }

    private BigInteger used(Player player, LimitSlot slot, long nowMs) {
        BigInteger used = BigInteger.ZERO;
        for (Play play : player.plays) {
            if (slot != LimitSlot.STAKE && windowStart(slot, play.timeMs).equals(windowStart(slot, nowMs))) {
                used = used.add(play.wagered);
                used = slot.kind().equals("loss") ? used.subtract(play.paid) : used;
            }
        }
        return used;
    }

    private LocalDate windowStart(LimitSlot slot, long timeMs) {
        LocalDate day = Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
        return switch (slot.window()) {
            case "day" -> day;
            case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            default -> day.withDayOfMonth(1);
        };
    }

    private static Limit settled(Limit limit, long nowMs) {
        if (limit == null || !limit.waits || nowMs < limit.effectiveAtMs) {
            return limit;
        }
        return limit.pending == null ? null : new Limit(limit.pending, false, null, 0);
    }

    private static Limit next(Limit now, BigInteger wanted, long nowMs) {
        if (now == null || wanted != null && wanted.compareTo(now.amount) <= 0) {
            return wanted == null ? null : new Limit(wanted, false, null, 0);
        }
        if (now.waits && Objects.equals(now.pending, wanted)) {
            return now;
        }
        return new Limit(now.amount, true, wanted, nowMs + RAISE_MS);
    }

    private static boolean sameContent(Asked a, Asked b) {
        boolean same = a.type() == b.type()
                && a.player().equals(b.player())
                && Objects.equals(a.game(), b.game())
                && Objects.equals(a.round(), b.round())
                && Objects.equals(a.reference(), b.reference());
        boolean rollback = a.type() == TransactionType.ROLLBACK;
        return same && (rollback || amount(a).equals(amount(b)) && a.currency().equals(b.currency()));
    }

    private static BigInteger amount(Asked asked) {
        return new BigInteger(asked.amount());
    }

    private static BigInteger balance(Player player) {
        return player == null ? null : player.balance;
    }
}
