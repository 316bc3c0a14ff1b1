package bankroll.gateway.api.operator;

import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Amounts;
import java.nio.charset.StandardCharsets;

/**
 * An amount as the operator sends it (contract §2.1): an adjustment may be below zero.
 *
 * @param magnitude unsigned
 * @param negative whether it is below zero; minus zero isn't
 */
record MinorUnits(long magnitude, boolean negative) {
    /** A required amount. */
    static MinorUnits of(JsonObject object, String name) throws MalformedRequest {
        String text = object.required(name, Integer.MAX_VALUE);
        boolean fits = text.length() <= Amounts.MAX_DIGITS + 1;
        byte[] bytes = (fits ? text : "").getBytes(StandardCharsets.UTF_8);
        int sign = Amounts.classify(bytes, 0, bytes.length);
        if (sign == Amounts.NOT_AN_AMOUNT) {
            throw object.refused(name, "must be 1 to 19 digits with an optional minus sign before them");
        }
        return new MinorUnits(Amounts.magnitude(bytes, 0, bytes.length), sign == Amounts.NEGATIVE);
    }

    /** A required amount of zero or above. */
    static long notNegative(JsonObject object, String name) throws MalformedRequest {
        MinorUnits amount = of(object, name);
        if (amount.negative) {
            throw object.refused(name, "must not be negative");
        }
        return amount.magnitude;
    }
}
