package bankroll.gateway.contract.kit;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules of decisions §6 to §10 in their plainest form, without limits and blocks: what the service must answer. */
public final class ModelWallet {
    private static final BigInteger MAX = new BigInteger("9999999999999999999");
    private final Map<String, BigInteger> balances = new HashMap<>();
    private final Map<String, String> currencies = new HashMap<>();
    private final Map<String, String> sessions = new HashMap<>();
    private final Map<String, Recorded> records = new HashMap<>();
    private final Set<String> tombstones = new HashSet<>();

    /** Adds a player that exists, with a balance and an open session. */
    public void add(TestPlayer player, String balance) {
        balances.put(player.id(), new BigInteger(balance));
        currencies.put(player.id(), player.currency());
        sessions.put(player.session(), player.id());
    }

    /** The balance of a player. */
    public String balance(String playerId) {
        return balances.get(playerId).toString();
    }

    /** What is recorded under the ids that a lookup finds. */
    public Map<String, Recorded> records() {
        return records;
    }

    /** Status and balance that must be answered; the balance is null where none may be given. */
    public List<String> answer(Item item) {
        String status = decide(item);
        boolean known = balances.containsKey(item.get("player_id"));
        boolean foreign = status.equals("duplicate_mismatch") && !isOfSamePlayer(item);
        boolean silent = !known || foreign || status.equals("retry");
        return java.util.Arrays.asList(status, silent ? null : balance(item.get("player_id")));
    }

    private boolean isOfSamePlayer(Item item) {
        Recorded recorded = records.get(item.id());
        return recorded != null && recorded.player.equals(item.get("player_id"));
    }

    private String decide(Item item) {
        Recorded recorded = records.get(item.id());
        if (recorded != null && !recorded.content.equals(content(item))) {
            return "duplicate_mismatch";
        }
        if (recorded != null && recorded.status.equals("ok")) {
            return "ok";
        }
        if (recorded != null && recorded.type.equals("debit")) {
            return tombstones.contains(item.id()) ? "rolled_back" : recorded.status;
        }
        return switch (item.get("type")) {
            case "debit" -> record(item, debit(item));
            case "credit" -> record(item, credit(item));
            default -> rollback(item);
        };
    }

    private String debit(Item item) {
        String player = item.get("player_id");
        if (tombstones.contains(item.id())) {
            return "rolled_back";
        }
        if (!player.equals(sessions.get(item.get("session_id")))
                || !item.get("currency").equals(currencies.get(player))) {
            return "session_invalid";
        }
        if (balances.get(player).compareTo(amount(item)) < 0) {
            return "insufficient_funds";
        }
        balances.merge(player, amount(item).negate(), BigInteger::add);
        return "ok";
    }

    private String credit(Item item) {
        String player = item.get("player_id");
        Recorded paid = records.get(item.get("reference_transaction_id"));
        boolean stands = item.get("reference_transaction_id").isEmpty()
                || paid != null && paid.isBookedDebitOf(player) && !paid.rolledBack;
        if (!item.get("currency").equals(currencies.get(player)) || !stands) {
            return "reference_not_found";
        }
        if (balances.get(player).add(amount(item)).compareTo(MAX) > 0) {
            return "limit_exceeded";
        }
        balances.merge(player, amount(item), BigInteger::add);
        return "ok";
    }

    private String rollback(Item item) {
        Recorded target = records.get(item.get("reference_transaction_id"));
        BigInteger returned = BigInteger.ZERO;
        if (target == null || target.type.equals("debit") && target.player.equals(item.get("player_id"))) {
            boolean reverses = target != null && target.status.equals("ok") && !target.rolledBack;
            returned = reverses ? target.amount : BigInteger.ZERO;
            if (reverses && balances.get(target.player).add(returned).compareTo(MAX) > 0) {
                return "retry";
            }
            tombstones.add(item.get("reference_transaction_id"));
        } else if (target.type.equals("debit")) {
            return "duplicate_mismatch";
        }
        if (returned.signum() > 0 || target != null && target.isBookedDebitOf(item.get("player_id"))) {
            balances.merge(item.get("player_id"), returned, BigInteger::add);
            target.rolledBack = true;
        }
        records.put(item.id(), new Recorded(item, "ok", returned));
        return "ok";
    }

    private String record(Item item, String status) {
        records.put(item.id(), new Recorded(item, status, amount(item)));
        return status;
    }

    private static BigInteger amount(Item item) {
        return new BigInteger(item.get("amount"));
    }

    private static List<String> content(Item item) {
        boolean rollback = item.get("type").equals("rollback");
        return List.of(
                item.get("type"),
                item.get("player_id"),
                rollback ? "" : amount(item).toString(),
                rollback ? "" : item.get("currency"),
                item.get("game_id"),
                item.get("round_id"),
                item.get("reference_transaction_id"));
    }

    /** What a lookup shows of one transaction. */
    public static final class Recorded {
        private final List<String> content;
        private final String type;
        private final String player;
        private final String status;
        private final BigInteger amount;
        private boolean rolledBack;

        private Recorded(Item item, String status, BigInteger amount) {
            this.content = content(item);
            this.type = item.get("type");
            this.player = item.get("player_id");
            this.status = status;
            this.amount = amount;
            this.rolledBack = status.equals("rolled_back");
        }

        private boolean isBookedDebitOf(String playerId) {
            return type.equals("debit") && status.equals("ok") && player.equals(playerId);
        }

        /** Type, status, amount, rolled_back. */
        public List<String> view() {
            return List.of(type, status, amount.toString(), Boolean.toString(rolledBack));
        }
    }
}
