package bankroll.ledger;

import bankroll.protocol.TransactionType;

/** A transaction as a platform asks for it; null is absent. */
record Asked(
        TransactionType type,
        String id,
        String player,
        String session,
        String amount,
        String currency,
        String game,
        String round,
        String reference) {
    static Asked debit(String id, String player, String session, String amount) {
        return new Asked(TransactionType.DEBIT, id, player, session, amount, "EUR", "g", null, null);
    }

    static Asked credit(String id, String player, String amount, String reference) {
        return new Asked(TransactionType.CREDIT, id, player, null, amount, "EUR", "g", null, reference);
    }

    static Asked rollback(String id, String player, String reference) {
        return new Asked(TransactionType.ROLLBACK, id, player, null, null, null, "g", null, reference);
    }

    Asked in(String otherCurrency) {
        return new Asked(type, id, player, session, amount, otherCurrency, game, round, reference);
    }

    Asked round(String otherRound) {
        return new Asked(type, id, player, session, amount, currency, game, otherRound, reference);
    }
}
