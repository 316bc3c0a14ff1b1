package bankroll.tools.reconcile;

import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.BadLines.BadLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Turns named texts of one line into a record; nonsense is refused with the line and the reason. */
final class RecordReader {
    /** Ours; the list may name them otherwise. */
    static final List<String> COLUMNS = List.of("transaction_id", "type", "amount", "currency", "player_id", "status");

    static final String AMOUNT = "amount";

    private static final int MAX_ID = 128;

    private final Map<String, TransactionType> types;
    private final Decimals decimals;

    /**
     * Prepares.
     *
     * @param types by the list's names of them
     * @param decimals how the list writes amounts
     */
    RecordReader(Map<String, TransactionType> types, Decimals decimals) {
        this.types = types;
        this.decimals = decimals;
    }

    PlatformRecord read(long line, Map<String, String> texts) {
        String id = texts.get("transaction_id");
        if (id == null) {
            throw new BadLine(line, "transaction_id is missing");
        }
        if (id.codePointCount(0, id.length()) > MAX_ID) {
            throw new BadLine(line, "transaction_id has more than " + MAX_ID + " characters");
        }
        return new PlatformRecord(
                line,
                id,
                type(line, texts.get("type")),
                amount(line, texts.get(AMOUNT), texts.get("currency")),
                texts.get("currency"),
                texts.get("player_id"),
                status(line, texts.get("status")));
    }

    private TransactionType type(long line, String word) {
        if (word == null) {
            return null;
        }
        TransactionType type = types.get(word);
        if (type == null) {
            throw new BadLine(line, "type \"" + word + "\" is none of " + String.join(", ", types.keySet()));
        }
        return type;
    }

    private Outcome status(long line, String word) {
        if (word == null) {
            return null;
        }
        for (Outcome outcome : Outcome.values()) {
            if (outcome.code() <= Outcome.RETRY.code() && outcome.label().equals(word)) {
                return outcome;
            }
        }
        throw new BadLine(line, "status \"" + word + "\" is none of the contract's");
    }

    private Long amount(long line, String text, String currency) {
        if (text == null) {
            return null;
        }
        byte[] bytes = minor(line, text, currency).getBytes(StandardCharsets.UTF_8);
        return switch (Amounts.classify(bytes, 0, bytes.length)) {
            case Amounts.NOT_NEGATIVE -> Amounts.magnitude(bytes, 0, bytes.length);
            case Amounts.NEGATIVE -> throw new BadLine(line, "amount \"" + text + "\" is below zero");
            default ->
                throw new BadLine(
                        line,
                        "amount \"" + text + "\" is not an integer of 1 to 19 digits in minor units"
                                + (text.contains(".") ? "; --decimals says how many digits are behind the point" : ""));
        };
    }

    private String minor(long line, String text, String currency) {
        try {
            return decimals.minor(currency, text);
        } catch (IllegalArgumentException e) {
            throw new BadLine(line, e.getMessage());
        }
    }
}
