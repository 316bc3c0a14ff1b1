package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.protocol.Outcome;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Parses the answer of a batch and compares it item by item, however it is spelled; says what is wrong. One thread. */
final class BatchReading implements AnswerCheck {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public void check(Body body, Script script, int request, AnswerCounts findings) {
        long wrongBefore = findings.wrongs();
        int next = script.firstItem(request);
        int afterLast = script.firstItem(request + 1);
        try (JsonParser json = JSON.createParser(body.bytes, body.offset, body.length)) {
            enterResults(json);
            while (json.nextToken() == JsonToken.START_OBJECT && next < afterLast) {
                compare(result(json), script, next++, findings);
            }
            if (next != afterLast || json.currentToken() != JsonToken.END_ARRAY) {
                findings.wrong("not as many results as transactions: " + body);
            }
        } catch (IOException e) {
            findings.wrong("no results: " + e.getMessage() + " in " + body);
        }
        if (findings.wrongs() == wrongBefore) {
            findings.slowlyRead();
        }
    }

    private static void enterResults(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT || !"results".equals(json.nextFieldName())) {
            throw new IOException("the answer has no member results");
        }
        if (json.nextToken() != JsonToken.START_ARRAY) {
            throw new IOException("results is no array");
        }
    }

    private static Map<String, String> result(JsonParser json) throws IOException {
        Map<String, String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, json.getText());
        }
        return members;
    }

    private static void compare(Map<String, String> result, Script script, int item, AnswerCounts findings) {
        Outcome outcome = Outcome.of(script.outcome(item));
        String id = id(script, item);
        String balance = Long.toUnsignedString(script.balance(item));
        boolean isTimeRight = hasTime(outcome.code()) == (result.get("processed_at") != null);
        if (id.equals(result.get("transaction_id"))
                && outcome.label().equals(result.get("status"))
                && balance.equals(result.get("balance"))
                && isTimeRight) {
            findings.right(outcome.code());
        } else {
            findings.wrong("expected " + id + " " + outcome.label() + " balance " + balance + ", got " + result);
        }
    }

    /** Whether a result of this outcome has the time at which it was decided (decisions §10). */
    static boolean hasTime(int outcomeCode) {
        return outcomeCode != Outcome.DUPLICATE_MISMATCH.code() && outcomeCode != Outcome.RETRY.code();
    }

    private static String id(Script script, int item) {
        byte[] text = new byte[Ids.TRANSACTION_BYTES];
        script.bytes().get(script.idPosition(item), text);
        return new String(text, StandardCharsets.US_ASCII);
    }
}
