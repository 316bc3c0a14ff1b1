package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import java.nio.charset.StandardCharsets;

/** Checks the answer to a balance read: the balance and the currency, nothing else. One thread. */
final class BalanceCheck implements AnswerCheck {
    private static final String FORMAT = "{\"balance\":\"%s\",\"currency\":\"" + Workload.CURRENCY + "\"}";

    private byte[] expected = {};
    private long expectedBalance = -1;

    @Override
    public void check(Body body, Script script, int request, Findings findings) {
        long balance = script.balance(script.firstItem(request));
        if (balance != expectedBalance) {
            expected = String.format(FORMAT, Long.toUnsignedString(balance)).getBytes(StandardCharsets.US_ASCII);
            expectedBalance = balance;
        }
        boolean same = java.util.Arrays.equals(
                body.bytes, body.offset, body.offset + body.length, expected, 0, expected.length);
        if (same || body.toString().replaceAll("\\s", "").equals(new String(expected, StandardCharsets.US_ASCII))) {
            findings.right(Outcome.OK.code());
        } else {
            findings.wrong("expected " + new String(expected, StandardCharsets.US_ASCII) + ", got " + body);
        }
    }
}
