package bankroll.tools;

import bankroll.protocol.IdHasher;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;

/** Bets as the command that the gateway makes of them. */
public final class BetEncoder {
    private final TransactionItem.Encoder encoder = new TransactionItem.Encoder();

    /** Writes the command and tells where it ends. */
    public int encode(ExpandableArrayBuffer target, int offset, String platform, IdHasher hasher, Bet... bets) {
        encoder.begin(target, offset, platform.getBytes(StandardCharsets.UTF_8), hasher);
        for (Bet bet : bets) {
            encode(bet);
        }
        return offset + encoder.end();
    }

    private void encode(Bet bet) {
        encoder.beginItem();
        encoder.type(bet.type());
        encoder.amount(bet.amount());
        ExpandableArrayBuffer strings = new ExpandableArrayBuffer(512);
        int at = put(strings, TransactionField.TRANSACTION_ID, bet.id(), 0);
        at = put(strings, TransactionField.PLAYER_ID, bet.player(), at);
        at = put(strings, TransactionField.SESSION_ID, bet.session(), at);
        at = put(strings, TransactionField.CURRENCY, bet.currency(), at);
        at = put(strings, TransactionField.GAME_ID, bet.game(), at);
        at = put(strings, TransactionField.ROUND_ID, bet.round(), at);
        at = put(strings, TransactionField.REFERENCE_TRANSACTION_ID, bet.reference(), at);
        put(strings, TransactionField.DETAILS, bet.details(), at);
        encoder.endItem(strings.byteArray());
    }

    private int put(ExpandableArrayBuffer strings, TransactionField field, String text, int at) {
        int length = text == null ? 0 : strings.putStringWithoutLengthUtf8(at, text);
        encoder.text(field, at, length);
        return at + length;
    }
}
