package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** Turns named texts of one line into a record; nonsense is refused with the line and the reason. */
final class RecordReader {
    /** Ours; the list may name them otherwise. */
    static final List<String> COLUMNS = List.of("transaction_id", "type", "amount", "currency", "player_id", "status");

    private static final int MAX_ID = 128;

    private final Path file;

    RecordReader(Path file) {
        this.file = file;
    }

    PlatformRecord read(long line, Map<String, String> texts) {
        String id = texts.get("transaction_id");
        if (id == null) {
            throw nonsense(line, "transaction_id is missing");
        }
        if (id.codePointCount(0, id.length()) > MAX_ID) {
            throw nonsense(line, "transaction_id has more than " + MAX_ID + " characters");
        }
        return new PlatformRecord(
                line,
                id,
                type(line, texts.get("type")),
                amount(line, texts.get("amount")),
                texts.get("currency"),
                texts.get("player_id"),
                status(line, texts.get("status")));
    }

    ConditionException nonsense(long line, String reason) {
        return ConditionException.misuse(file + " line " + line + ": " + reason);
    }

    private TransactionType type(long line, String word) {
        if (word == null) {
            return null;
        }
        return switch (word) {
            case "debit" -> TransactionType.DEBIT;
            case "credit" -> TransactionType.CREDIT;
            case "rollback" -> TransactionType.ROLLBACK;
            default -> throw nonsense(line, "type \"" + word + "\" is none of debit, credit, rollback");
        };
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
        throw nonsense(line, "status \"" + word + "\" is none of the contract's");
    }

    private Long amount(long line, String text) {
        if (text == null) {
            return null;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        return switch (Amounts.classify(buffer, 0, bytes.length)) {
            case Amounts.NOT_NEGATIVE -> Amounts.magnitude(buffer, 0, bytes.length);
            case Amounts.NEGATIVE -> throw nonsense(line, "amount \"" + text + "\" is below zero");
            default ->
                throw nonsense(line, "amount \"" + text + "\" is not an integer of 1 to 19 digits in minor units");
        };
    }
}
