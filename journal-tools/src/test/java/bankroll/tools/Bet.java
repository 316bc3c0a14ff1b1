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

    public static Bet debit(final String id, final String player, final String session, final long amount) {
        return new Bet(
                TransactionType.DEBIT, id, player, session, amount, "EUR", "slots", "round-" + id, null, null);
    }

    public static Bet credit(final String id, final String player, final long amount, final String reference) {
        final String round = reference == null ? null : "round-" + reference;
        return new Bet(TransactionType.CREDIT, id, player, null, amount, "EUR", "slots", round, reference, null);
    }

    public static Bet rollback(final String id, final String player, final String reference) {
        return new Bet(
                TransactionType.ROLLBACK, id, player, null, 0, null, "slots", "round-" + reference, reference, null);
    }

    public Bet game(final String value) {
        return new Bet(type, id, player, session, amount, currency, value, round, reference, details);
    }

    public Bet round(final String value) {
        return new Bet(type, id, player, session, amount, currency, game, value, reference, details);
    }

    public Bet currency(final String value) {
        return new Bet(type, id, player, session, amount, value, game, round, reference, details);
    }

    public Bet details(final String value) {
        return new Bet(type, id, player, session, amount, currency, game, round, reference, value);
    }
}
