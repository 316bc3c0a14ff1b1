package bankroll.bench.hold;

import java.nio.charset.StandardCharsets;

/**
 * What is sent in one go.
 *
 * @param what it is, in words
 * @param isOperators whether it goes to the operators' listener
 * @param signed how it is signed: with a good key, or with entries of nobody
 * @param method of HTTP
 * @param path with the base path
 * @param moreHeaders lines, each with its end
 * @param body empty: none
 * @param times how often it is sent, one behind the other without waiting
 */
record Asked(
        String what,
        boolean isOperators,
        Signed signed,
        String method,
        String path,
        String moreHeaders,
        byte[] body,
        int times) {
    /** With this among the headers the body is in chunks already. */
    static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    /** Who signs. */
    enum Signed {
        GOOD,
        FORGED_HMACS,
        FORGED_CURVES,
        TOKEN
    }

    static Asked platform(String what, String path, String body) {
        return new Asked(what, false, Signed.GOOD, "POST", "/v1" + path, "", body.getBytes(StandardCharsets.UTF_8), 1);
    }

    static Asked operator(String what, String method, String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new Asked(what, true, Signed.TOKEN, method, "/operator/v1" + path, "", bytes, 1);
    }

    Asked signed(Signed how) {
        return new Asked(what, isOperators, how, method, path, moreHeaders, body, times);
    }

    Asked times(int count) {
        return new Asked(what, isOperators, signed, method, path, moreHeaders, body, count);
    }
}
