package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Checks the answer to a balance read: the balance and the currency. One thread. */
final class BalanceCheck implements AnswerCheck {
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

    /** Spelling is free, content is not. */
    private void read(Body body, AnswerCounts findings) {
        String text = body.toString();
        boolean same = List.of(expected).equals(JsonMembers.of(text, "balance"))
                && List.of(Workload.CURRENCY).equals(JsonMembers.of(text, "currency"));
        if (same) {
            findings.right(Outcome.OK.code());
            findings.slowlyRead();
        } else {
            findings.wrong("expected balance " + expected + ", got " + text);
        }
    }
}
