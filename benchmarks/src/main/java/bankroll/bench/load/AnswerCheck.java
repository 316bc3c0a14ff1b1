package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.gateway.json.Json;
import bankroll.protocol.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares a 200's body with what the script expects of that request. One instance per loop.
 *
 * <p>An answer that is spelled as this service spells it is compared in place, at a few nanoseconds per item. Any other is
 * parsed: spelling is free, content is not.
 */
@FunctionalInterface
interface AnswerCheck {
    /** Checks one answer and tells the findings; the body's bytes are good during the call only. */
    void check(Body body, Script script, int request, AnswerCounts findings);

    /**
     * The body of an answer.
     *
     * <p>One instance per loop, moved from answer to answer.
     */
    final class Body {
        byte[] bytes;
        int offset;
        int length;

        Body at(byte[] source, int start, int count) {
            bytes = source;
            offset = start;
            length = count;
            return this;
        }

        /** The members of the JSON object; none when it is something else. */
        private Map<?, ?> members() {
            try {
                return Json.read(toString()) instanceof Map<?, ?> members ? members : Map.of();
            } catch (IllegalArgumentException e) {
                return Map.of();
            }
        }

        @Override
        public String toString() {
            return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }
    }

    /** Checks the answer to a balance read: the balance and the currency. One thread. */
    final class OfRead implements AnswerCheck {
        private static final String FORMAT = "{\"currency\":\"" + Workload.CURRENCY + "\",\"balance\":\"%s\"}";

        private byte[] usual = {};
        private String expected = "";
        private long usualBalance = -1;

        @Override
        public void check(Body body, Script script, int request, AnswerCounts findings) {
            long balance = script.balance(script.firstItem(request));
            if (balance != usualBalance) {
                expected = Long.toUnsignedString(balance);
                usual = RequestText.ascii(String.format(Locale.ROOT, FORMAT, expected));
                usualBalance = balance;
            }
            int end = body.offset + body.length;
            if (Arrays.equals(body.bytes, body.offset, end, usual, 0, usual.length)) {
                findings.right(Outcome.OK.code());
            } else {
                read(body, findings);
            }
        }

        private void read(Body body, AnswerCounts findings) {
            Map<?, ?> members = body.members();
            if (expected.equals(members.get("balance")) && Workload.CURRENCY.equals(members.get("currency"))) {
                findings.right(Outcome.OK.code());
                findings.slowlyRead();
            } else {
                findings.wrong("expected balance " + expected + ", got " + body);
            }
        }
    }

    /**
     * Checks the answer of a batch: as many results as items, in order, each with its id, status, balance and a time where
     * one belongs. One thread.
     */
    final class OfBatch implements AnswerCheck {
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
            byte[][] labels = new byte[Outcome.CODES][];
            for (Outcome outcome : Outcome.values()) {
                labels[outcome.code()] = RequestText.ascii(outcome.label());
            }
            return labels;
        }

        /** Compares the answer item by item, however it is spelled; says what is wrong. */
        private static void read(Body body, Script script, int request, AnswerCounts findings) {
            long wrongBefore = findings.wrongs();
            List<?> results = body.members().get("results") instanceof List<?> list ? list : List.of();
            int first = script.firstItem(request);
            int items = script.firstItem(request + 1) - first;
            for (int i = 0; i < Math.min(items, results.size()); i++) {
                compare(results.get(i) instanceof Map<?, ?> result ? result : Map.of(), script, first + i, findings);
            }
            if (results.size() != items) {
                findings.wrong("not as many results as transactions: " + body);
            }
            if (findings.wrongs() == wrongBefore) {
                findings.slowlyRead();
            }
        }

        private static void compare(Map<?, ?> result, Script script, int item, AnswerCounts findings) {
            Outcome outcome = Outcome.of(script.outcome(item));
            byte[] id = new byte[Ids.TRANSACTION_BYTES];
            script.bytes().get(script.idPosition(item), id);
            String idText = new String(id, StandardCharsets.US_ASCII);
            String balance = Long.toUnsignedString(script.balance(item));
            if (idText.equals(result.get("transaction_id"))
                    && outcome.label().equals(result.get("status"))
                    && balance.equals(result.get("balance"))
                    && hasTime(outcome.code()) == (result.get("processed_at") != null)) {
                findings.right(outcome.code());
            } else {
                findings.wrong(
                        "expected " + idText + " " + outcome.label() + " balance " + balance + ", got " + result);
            }
        }

        /** Whether a result of this outcome has the time at which it was decided (decisions §10). */
        private static boolean hasTime(int outcomeCode) {
            return outcomeCode != Outcome.DUPLICATE_MISMATCH.code() && outcomeCode != Outcome.RETRY.code();
        }
    }
}
