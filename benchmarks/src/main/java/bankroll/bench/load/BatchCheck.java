package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.protocol.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Checks the answer of a batch: as many results as items, in order, each with its id, status, balance and a time where
 * one belongs.
 *
 * <p>An answer that is spelled as this service spells it is compared in place at a few nanoseconds per item. Any other
 * goes to {@link BatchReading}, which parses it: spelling is free, content is not.
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
    private static final byte[][] LABELS = labels();

    private final BatchReading reading = new BatchReading();
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
            reading.check(body, script, request, findings);
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
        return skip(BALANCE) && number(script.balance(item)) && (!BatchReading.hasTime(outcome) || time()) && skip(END);
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
}
