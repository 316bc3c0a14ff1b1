package bankroll.gateway.operator;

import bankroll.protocol.Amounts;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An amount as the operator sends it (contract §2.1): an adjustment may be below zero.
 *
 * @param magnitude unsigned
 * @param negative whether it is below zero; minus zero isn't
 */
record MinorUnits(long magnitude, boolean negative) {
    /** Reads an amount; null when the text isn't one. */
    static MinorUnits parse(String text) {
        if (text.length() > Amounts.MAX_DIGITS + 1) {
            return null;
        }
        UnsafeBuffer bytes = new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
        int sign = Amounts.classify(bytes, 0, bytes.capacity());
        return sign == Amounts.NOT_AN_AMOUNT
                ? null
                : new MinorUnits(Amounts.magnitude(bytes, 0, bytes.capacity()), sign == Amounts.NEGATIVE);
    }
}
