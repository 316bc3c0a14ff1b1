package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.protocol.Outcome;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the answer of a batch: as many results as items, in order, each with its id, status, balance and a time where
 * one belongs.
 *
 * <p>An answer that is spelled as this service spells it is compared in place at a few nanoseconds per item. Any other
 * is parsed: spelling is free, content is not.
 */
final class BatchCheck implements AnswerCheck {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] HEAD = RequestText.ascii("{\"results\":[");
    private static final byte[] ID = RequestText.ascii("{\"transaction_id\":\"");
    private static final byte[] STATUS = RequestText.ascii("\",\"status\":\"");
    private static final byte[] BALANCE = RequestText.ascii("\",\"balance\":\"");
    private static final byte[] TIME = RequestText.ascii("\",\"processed_at\":\"");
    private static final byte[] END = RequestText.ascii("\"}");
    private static final byte[] TAIL = RequestText.ascii("]}");
    private static final int TIME_BYTES = 24;
    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[][] LABELS = labels();

    private byte[] bytes;
    private int at;
    private int end;

    @Override
    public void check(Body body, Script script, int request, AnswerCounts findings) {
        bytes = body.bytes;
        at = body.offset;
        end = body.offset + body.length;
        int first = script.firstItem(request);
        int afterLast = script.firstItem(request + 1);
        if (!isAsExpected(script, first, afterLast)) {
            read(body, script, request, findings);
            return;
        }
        for (int item = first; item < afterLast; item++) {
            findings.right(script.outcome(item));
        }
    }

    private boolean isAsExpected(Script script, int first, int afterLast) {
        if (!skip(HEAD)) {
            return false;
        }
        for (int item = first; item < afterLast; item++) {
            boolean isSeparated = item == first || at < end && bytes[at++] == ',';
            if (!isSeparated || !result(script, item)) {
                return false;
            }
        }
        return skip(TAIL) && at == end;
    }

    private boolean result(Script script, int item) {
        int outcome = script.outcome(item);
        if (!skip(ID) || !id(script, script.idPosition(item)) || !skip(STATUS) || !skip(LABELS[outcome])) {
            return false;
        }
        return skip(BALANCE) && number(script.balance(item)) && (!hasTime(outcome) || time()) && skip(END);
    }

    private boolean skip(byte[] text) {
        int next = at + text.length;
        if (next > end || !Arrays.equals(bytes, at, next, text, 0, text.length)) {
            return false;
        }
        at = next;
        return true;
    }

    private boolean id(Script script, int position) {
        if (at + Ids.TRANSACTION_BYTES > end) {
            return false;
        }
        boolean same = true;
        for (int i = 0; i < Ids.TRANSACTION_BYTES; i += 8) {
            same &= (long) LONGS.get(bytes, at + i) == script.bytes().getLong(position + i);
        }
        at += Ids.TRANSACTION_BYTES;
        return same;
    }

    private boolean number(long expected) {
        long value = 0;
        int start = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            value = value * 10 + (bytes[at++] - '0');
        }
        return at > start && at - start < 20 && value == expected;
    }

    private boolean time() {
        if (!skip(TIME) || at + TIME_BYTES > end || bytes[at + TIME_BYTES - 1] != 'Z' || bytes[at + 10] != 'T') {
            return false;
        }
        at += TIME_BYTES;
        return true;
    }

    private static byte[][] labels() {
        byte[][] labels = new byte[32][];
        for (Outcome outcome : Outcome.values()) {
            labels[outcome.code()] = RequestText.ascii(outcome.label());
        }
        return labels;
    }

    /** Parses the answer and compares it item by item, however it is spelled; says what is wrong. */
    private static void read(Body body, Script script, int request, AnswerCounts findings) {
        long wrongBefore = findings.wrongs();
        int next = script.firstItem(request);
        int afterLast = script.firstItem(request + 1);
        try (JsonParser json = JSON.createParser(body.bytes, body.offset, body.length)) {
            enterResults(json);
            while (json.nextToken() == JsonToken.START_OBJECT && next < afterLast) {
                compare(members(json), script, next++, findings);
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

    private static Map<String, String> members(JsonParser json) throws IOException {
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
        String id = idOf(script, item);
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
    private static boolean hasTime(int outcomeCode) {
        return outcomeCode != Outcome.DUPLICATE_MISMATCH.code() && outcomeCode != Outcome.RETRY.code();
    }

    private static String idOf(Script script, int item) {
        byte[] text = new byte[Ids.TRANSACTION_BYTES];
        script.bytes().get(script.idPosition(item), text);
        return new String(text, StandardCharsets.US_ASCII);
    }
}
