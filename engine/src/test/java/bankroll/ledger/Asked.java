package bankroll.ledger;

import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.ExpandableArrayBuffer;

/** A transaction as a platform asks for it; null is absent. */
public record Asked(
        TransactionType type,
        String id,
        String player,
        String session,
        String amount,
        String currency,
        String game,
        String round,
        String reference) {
    public static Asked debit(String id, String player, String session, String amount) {
        return new Asked(TransactionType.DEBIT, id, player, session, amount, "EUR", "g", null, null);
    }

    public static Asked credit(String id, String player, String amount, String reference) {
        return new Asked(TransactionType.CREDIT, id, player, null, amount, "EUR", "g", null, reference);
    }

    public static Asked rollback(String id, String player, String reference) {
        return new Asked(TransactionType.ROLLBACK, id, player, null, null, null, "g", null, reference);
    }

    public Asked in(String otherCurrency) {
        return new Asked(type, id, player, session, amount, otherCurrency, game, round, reference);
    }

    public Asked round(String otherRound) {
        return new Asked(type, id, player, session, amount, currency, game, otherRound, reference);
    }

    public Asked of(String otherAmount) {
        return new Asked(type, id, player, session, otherAmount, currency, game, round, reference);
    }

    public Asked by(String otherPlayer) {
        return new Asked(type, id, otherPlayer, session, amount, currency, game, round, reference);
    }

    public Asked during(String otherSession) {
        return new Asked(type, id, player, otherSession, amount, currency, game, round, reference);
    }

    public Asked at(String otherGame) {
        return new Asked(type, id, player, session, amount, currency, otherGame, round, reference);
    }

    public Asked naming(String otherReference) {
        return new Asked(type, id, player, session, amount, currency, game, round, otherReference);
    }

    /** Writes the item as the gateway does. */
    public void put(TransactionItem.Encoder encoder) {
        encoder.beginItem();
        encoder.type(type);
        if (amount != null) {
            encoder.amount(Long.parseUnsignedLong(amount));
        }
        ExpandableArrayBuffer strings = new ExpandableArrayBuffer();
        int at = put(encoder, strings, TransactionField.TRANSACTION_ID, id, 0);
        at = put(encoder, strings, TransactionField.PLAYER_ID, player, at);
        at = put(encoder, strings, TransactionField.SESSION_ID, session, at);
        at = put(encoder, strings, TransactionField.CURRENCY, currency, at);
        at = put(encoder, strings, TransactionField.GAME_ID, game, at);
        at = put(encoder, strings, TransactionField.ROUND_ID, round, at);
        put(encoder, strings, TransactionField.REFERENCE_TRANSACTION_ID, reference, at);
        encoder.endItem(strings.byteArray());
    }

    private static int put(
            TransactionItem.Encoder encoder,
            ExpandableArrayBuffer strings,
            TransactionField field,
            String text,
            int at) {
        int length = text == null ? 0 : strings.putStringWithoutLengthUtf8(at, text);
        encoder.text(field, at, length);
        return at + length;
    }
}
