package bankroll.tools;

import bankroll.protocol.TransactionType;

/** One debit, credit or rollback as a platform asks for it. */
public record Bet(
        TransactionType type,
        String id,
        String player,
        String session,
        long amount,
        String currency,
        String game,
        String round,
        String reference,
        String details) {

    public static Bet debit(String id, String player, String session, long amount) {
        return new Bet(TransactionType.DEBIT, id, player, session, amount, "EUR", "slots", "round-" + id, null, null);
    }

    public static Bet credit(String id, String player, long amount, String reference) {
        String round = reference == null ? null : "round-" + reference;
        return new Bet(TransactionType.CREDIT, id, player, null, amount, "EUR", "slots", round, reference, null);
    }

    public static Bet rollback(String id, String player, String reference) {
        return new Bet(
                TransactionType.ROLLBACK, id, player, null, 0, null, "slots", "round-" + reference, reference, null);
    }

    public Bet game(String value) {
        return new Bet(type, id, player, session, amount, currency, value, round, reference, details);
    }

    public Bet round(String value) {
        return new Bet(type, id, player, session, amount, currency, game, value, reference, details);
    }

    public Bet currency(String value) {
        return new Bet(type, id, player, session, amount, value, game, round, reference, details);
    }

    public Bet details(String value) {
        return new Bet(type, id, player, session, amount, currency, game, round, reference, value);
    }
}
