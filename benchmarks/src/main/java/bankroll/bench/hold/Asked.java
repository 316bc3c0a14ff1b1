package bankroll.bench.hold;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * What is sent in one go.
 *
 * @param what it is, in words
 * @param isOperators whether it goes to the operators' listener
 * @param signed how it is signed: with a good key, or with entries of nobody
 * @param method of HTTP
 * @param path with the base path
 * @param moreHeaders lines, each with its end
 * @param body made when it is needed, for they are many and large; empty: none
 * @param times how often it is sent, one behind the other without waiting
 * @param isKnown whether its connection has had a good answer before: the connection is no stranger's then
 */
record Asked(
        String what,
        boolean isOperators,
        Signed signed,
        String method,
        String path,
        String moreHeaders,
        Supplier<byte[]> body,
        int times,
        boolean isKnown) {
    /** With this among the headers the body is in chunks already. */
    static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    /** What makes a connection a known one. */
    static final Asked GOOD_READ = platform("a read", "/players/balance", () -> "{\"player_id\":\"p\"}");

    /** Who signs. */
    enum Signed {
        GOOD,
        FORGED_HMACS,
        FORGED_CURVES,
        TOKEN
    }

    static Asked platform(String what, String path, Supplier<String> body) {
        return new Asked(what, false, Signed.GOOD, "POST", "/v1" + path, "", utf8(body), 1, false);
    }

    static Asked operator(String what, String method, String path, Supplier<String> body) {
        return new Asked(what, true, Signed.TOKEN, method, "/operator/v1" + path, "", utf8(body), 1, false);
    }

    /** A question without a body, to either listener. */
    static Asked get(String what, boolean isOperators, String path) {
        Signed signed = isOperators ? Signed.TOKEN : Signed.GOOD;
        return new Asked(what, isOperators, signed, "GET", path, "", () -> new byte[0], 1, false);
    }

    private static Supplier<byte[]> utf8(Supplier<String> text) {
        return () -> text.get().getBytes(StandardCharsets.UTF_8);
    }

    Asked signed(Signed how) {
        return new Asked(what, isOperators, how, method, path, moreHeaders, body, times, isKnown);
    }

    Asked times(int count) {
        return new Asked(what, isOperators, signed, method, path, moreHeaders, body, count, isKnown);
    }

    Asked known() {
        return new Asked(what + ", known", isOperators, signed, method, path, moreHeaders, body, times, true);
    }
}
