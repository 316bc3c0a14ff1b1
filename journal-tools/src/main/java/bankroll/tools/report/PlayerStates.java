package bankroll.tools.report;

import bankroll.ledger.Ledger;
import bankroll.protocol.Amounts;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerCommand;
import bankroll.tools.console.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.agrona.ExpandableArrayBuffer;

/** What a ledger has of players, also of those whose first entries are gone: balances with ids, and all about one. One thread. */
public final class PlayerStates {
    private final Ledger ledger;

    /** Takes one balance after the other. */
    @FunctionalInterface
    public interface Taker {
        /** Takes one; the balance is unsigned. */
        void take(String playerId, String currency, long balance);
    }

    private record Line(int account, String currency, long balance) {}

    /** Of this ledger. */
    public PlayerStates(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Hands over all balances, or those in this currency, in the order in which they were opened. */
    public void balances(String wanted, Taker taker) {
        ledger.accounts((account, high, low, currency, balance) -> {
            if (wanted == null || wanted.equals(currency)) {
                taker.take(ledger.playerId(account), currency, balance);
            }
        });
    }

    /** As {@link #balances}, but so many of the largest ones of each currency, largest first. */
    public void largest(int count, String wanted, Taker taker) {
        Comparator<Line> bySize = (a, b) -> Long.compareUnsigned(a.balance(), b.balance());
        Comparator<Line> order =
                bySize.thenComparing(Comparator.comparingInt(Line::account).reversed());
        Map<String, PriorityQueue<Line>> byCurrency = new TreeMap<>();
        ledger.accounts((account, high, low, currency, balance) -> {
            if (wanted == null || wanted.equals(currency)) {
                PriorityQueue<Line> largest = byCurrency.computeIfAbsent(currency, code -> new PriorityQueue<>(order));
                largest.add(new Line(account, currency, balance));
                if (largest.size() > count) {
                    largest.poll();
                }
            }
        });
        for (PriorityQueue<Line> largest : byCurrency.values()) {
            List<Line> sorted = new ArrayList<>(largest);
            sorted.sort(order.reversed());
            sorted.forEach(line -> taker.take(ledger.playerId(line.account()), line.currency(), line.balance()));
        }
    }

    /** All about the player, or null when there is none of this id. */
    public Summary player(String playerId) {
        if (ledger.hashKey() == null) {
            return null;
        }
        ExpandableArrayBuffer request = new ExpandableArrayBuffer(512);
        int item = CommandHeader.put(request, 0, CommandType.PLAYER, 1, Origin.SYSTEM);
        int end = PlayerCommand.put(request, item, new IdHasher(ledger.hashKey(), ""), playerId)
                .position();
        int outcomes = end + 7 & -8;
        ledger.execute(request, 0, outcomes, ledger.timeMs());
        return ledger.answer(request, 0, outcomes) instanceof Answer.Player player ? summary(player) : null;
    }

    private static Summary summary(Answer.Player player) {
        Summary summary = new Summary()
                .put("player_id", player.profile().playerId())
                .put("currency", player.currency())
                .put("balance", Amounts.format(player.balance()))
                .put("display_name", player.profile().displayName())
                .put("avatar_url", player.profile().avatarUrl())
                .put("language", player.profile().language())
                .put("country", player.profile().country())
                .putTime("created_at", player.createdAtMs())
                .put("open_sessions", player.openSessions());
        if (player.block() != null) {
            summary.put("blocked", block(player.block()));
        }
        summary.put("limits", limits(player.limits()));
        List<Summary> pending = pending(player.limits());
        return pending.isEmpty() ? summary : summary.put("pending_limits", pending);
    }

    /** What was asked for and isn't in force yet; a limit that will be taken away has no amount. */
    private static List<Summary> pending(List<Answer.Player.Limit> limits) {
        return limits.stream()
                .filter(limit -> limit.pending() != null)
                .map(limit -> new Summary()
                        .put("kind", limit.slot().kind())
                        .put("window", limit.slot().window())
                        .put(
                                "amount",
                                limit.pending().isRemoval()
                                        ? "none"
                                        : Amounts.format(limit.pending().amount()))
                        .putTime("effective_at", limit.pending().effectiveAtMs()))
                .toList();
    }

    private static Summary block(PlayerCommand.Block block) {
        Summary summary = new Summary().put("reason", block.reason());
        if (block.untilMs() != PlayerCommand.FOR_EVER) {
            summary.putTime("until", block.untilMs());
        }
        return summary.put("self_excluded", block.selfExcluded());
    }

    private static List<Summary> limits(List<Answer.Player.Limit> limits) {
        return limits.stream()
                .map(limit -> new Summary()
                        .put("kind", limit.slot().kind())
                        .put("window", limit.slot().window())
                        .put("amount", Amounts.format(limit.amount()))
                        .put("used", limit.used()))
                .toList();
    }
}
