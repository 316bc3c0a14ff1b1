package bankroll.bench.hold;

import bankroll.bench.hold.WorstRequests.Asked.Signed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The costliest requests that we know how to make, legal and not, for each route. */
final class WorstRequests {
    private static final int LARGEST = 8 * 1024 * 1024;
    private static final int MOST_VALUES = 100_000;
    private static final int MOST_ITEMS = 500;

    /** Objects of one member each, called x, as large as a body may be. */
    private final Map<String, Supplier<String>> members = new LinkedHashMap<>();

    private final List<Asked> all = new ArrayList<>();

    private WorstRequests() {
        texts().forEach((name, unit) ->
                member("one text of " + name, () -> "\"x\":\"" + filled(unit, LARGEST - 200) + "\""));
        texts().forEach((name, unit) ->
                member("one name of " + name, () -> '"' + filled(unit, LARGEST - 200) + "\":1"));
        member("one number", () -> "\"x\":" + filled("7", LARGEST - 200));
        member("spaces", () -> "\"x\":" + filled(" ", LARGEST - 200) + "1");
        member("names of escapes", () -> many(MOST_VALUES - 10, i -> '"' + escaped(i, 12) + "\":1"));
        member("long names", () -> many(MOST_VALUES - 10, i -> "\"" + "n".repeat(70) + (100_000 + i) + "\":1"));
        member("short names", () -> many(MOST_VALUES - 10, i -> "\"" + Integer.toString(i, 36) + "\":1"));
        member(
                "objects of 15 names",
                () -> "\"x\":["
                        + many(MOST_VALUES / 16 - 1, i -> "{" + many(15, j -> '"' + escaped(j, 12) + "\":1") + "}")
                        + "]");
        member("empty objects", () -> "\"x\":[" + many(MOST_VALUES - 10, i -> "{}") + "]");
        member("deep lists", () -> "\"x\":[" + many(MOST_VALUES / 62 - 1, i -> "[".repeat(61) + "]".repeat(61)) + "]");
        member("broken at its end", () -> "\"x\":\"" + filled("\\ud83d\\ude00", LARGEST - 200) + "\\ud83d\"");
        member("more values than may be", () -> many(640_000, i -> "\"" + Integer.toString(i, 36) + "\":1"));
    }

    private void member(String name, Supplier<String> text) {
        members.put(name, () -> "{" + text.get() + "}");
    }

    /** All of them. */
    static List<Asked> all() {
        WorstRequests requests = new WorstRequests();
        requests.batches();
        requests.platforms();
        requests.heads();
        requests.operators();
        return requests.all;
    }

    private static Map<String, String> texts() {
        Map<String, String> units = new LinkedHashMap<>();
        units.put("letters", "x");
        units.put("escaped letters", "\\u0061");
        units.put("escaped line ends", "\\n");
        units.put("escaped pairs", "\\ud83d\\ude00");
        units.put("two bytes each", "é");
        units.put("four bytes each", "😀");
        units.put("letters and escapes", "a\\n");
        return units;
    }

    private void batches() {
        members.forEach((name, body) -> batch(name + ", unknown", body));
        texts().forEach((name, unit) -> batch(
                "500 items, details of " + name,
                () -> items(i -> item(i, "{\"d\":\"" + filled(unit, 16_400) + "\"}"))));
        batch(
                "500 items, details of names of escapes",
                () -> items(i -> item(i, "{" + many(180, j -> '"' + escaped(j, 12) + "\":1") + "}")));
        batch("500 items, each text at its longest", () -> items(WorstRequests::longest));
        batch("500 items, the last one without an id", () -> items(i -> i == MOST_ITEMS - 1 ? "{}" : longest(i)));
        batch(
                "one id of 8 MB",
                () -> "{\"transactions\":[{\"transaction_id\":\"" + filled("\\u0061", LARGEST - 200) + "\"}]}");
        batch(
                "one time of 8 MB",
                () -> "{\"transactions\":[{\"created_at\":\"" + filled("\\u0031", LARGEST - 200) + "\"}]}");
        batch("forged", () -> items(WorstRequests::longest), Signed.FORGED_HMACS);
        batch("forged, ed25519", () -> items(WorstRequests::longest), Signed.FORGED_CURVES);
        batch("500 items and 20 bytes each", () -> items(i -> item(i, "{}")));
    }

    private void batch(String what, Supplier<String> body, Signed... signed) {
        Asked asked = Asked.platform("batch: " + what, "/transactions", body);
        all.add(signed.length == 0 ? asked : asked.signed(signed[0]));
    }

    private void platforms() {
        members.forEach((name, body) -> platform("authenticate: " + name, "/players/authenticate", body));
        members.forEach((name, body) -> platform("balance: " + name, "/players/balance", body));
        texts().forEach((name, unit) -> {
            platform(
                    "authenticate: launch_code of " + name,
                    "/players/authenticate",
                    () -> "{\"launch_code\":\"" + filled(unit, LARGEST - 200) + "\",\"game_id\":\"g\"}");
            platform("balance: player_id of " + name, "/players/balance", only("player_id", unit));
        });
    }

    private void platform(String what, String path, Supplier<String> body) {
        all.add(Asked.platform(what, path, body));
    }

    /** An object of one text, as large as a body may be. */
    private static Supplier<String> only(String member, String unit) {
        return () -> "{\"" + member + "\":\"" + filled(unit, LARGEST - 200) + "\"}";
    }

    private void heads() {
        String id = "%F0%9F%98%80".repeat(128);
        Asked lookup = new Asked(
                "lookup: id of escapes, 90 lines of head",
                false,
                Signed.GOOD,
                "GET",
                "/v1/transactions/" + id,
                ("X-" + "h".repeat(60) + ": " + "v".repeat(90) + "\r\n").repeat(90),
                () -> new byte[0],
                1,
                false);
        all.add(lookup);
        all.add(lookup.times(200));
        all.add(lookup.signed(Signed.FORGED_CURVES).times(200));
        Asked chunks = new Asked(
                "chunks of one byte, forged",
                false,
                Signed.FORGED_HMACS,
                "POST",
                "/v1/transactions",
                Asked.CHUNKED,
                () -> ("1\r\nx\r\n".repeat(500_000) + "0\r\n\r\n").getBytes(StandardCharsets.US_ASCII),
                1,
                false);
        all.add(chunks);
        all.add(chunks.known());
        all.add(Asked.get("no route", false, "/x").times(2_600));
    }

    private void operators() {
        for (String path : List.of("/players", "/transfers", "/launch-codes")) {
            members.forEach((name, body) -> operator(path.substring(1) + ": " + name, "POST", path, body));
        }
        texts().forEach((name, unit) -> {
            operator(
                    "players: 500 with names of " + name,
                    "POST",
                    "/players",
                    () -> "{\"players\":[" + many(MOST_ITEMS, i -> player(i, unit)) + "]}");
            operator("block: reason of " + name, "PUT", "/players/p/block", only("reason", unit));
            operator("profile: language of " + name, "PATCH", "/players/p", only("language", unit));
            operator("profile: address of " + name, "PATCH", "/players/p", only("avatar_url", unit));
        });
        operator(
                "transfers: 500 with all texts at their longest",
                "POST",
                "/transfers",
                () -> "{\"transfers\":[" + many(MOST_ITEMS, WorstRequests::transfer) + "]}");
        operator(
                "limits: more than may be",
                "PUT",
                "/players/p/limits",
                () -> "{\"limits\":[" + many(30_000, i -> "{\"kind\":\"wager\",\"window\":\"day\"}") + "]}");
        operator("status", "GET", "/status", () -> "");
        all.add(Asked.get("metrics", true, "/metrics"));
        all.add(Asked.get("metrics", true, "/metrics").times(100));
    }

    private void operator(String what, String method, String path, Supplier<String> body) {
        all.add(Asked.operator(what, method, path, body));
    }

    private static String player(int number, String unit) {
        return "{\"player_id\":\"p" + number + "\",\"display_name\":\"" + filled(unit, 16_400) + "\"}";
    }

    private static String transfer(int number) {
        return "{\"transfer_id\":\"" + filled("\\ud83d\\ude00", 120 * 12) + number
                + "\",\"player_id\":\"" + filled("\\ud83d\\ude00", 64 * 12)
                + "\",\"type\":\"deposit\",\"amount\":\"1\",\"currency\":\"EUR\",\"reason\":\""
                + filled("\\ud83d\\ude00", 256 * 12) + "\"}";
    }

    private static String items(IntFunction<String> item) {
        return "{\"transactions\":[" + many(MOST_ITEMS, item) + "]}";
    }

    private static String item(int number, String details) {
        return "{\"transaction_id\":\"t" + number
                + "\",\"type\":\"credit\",\"player_id\":\"p\",\"amount\":\"0\",\"currency\":\"EUR\",\"game_id\":\"g\",\"details\":"
                + details + "}";
    }

    /** All texts as long as they may be, of characters that take twelve bytes each. */
    private static String longest(int number) {
        String id = filled("\\ud83d\\ude00", 120 * 12) + (1_000 + number);
        String text = filled("\\ud83d\\ude00", 256 * 12);
        return "{\"\\u0074ransaction_id\":\"" + id + "\",\"\\u0074ype\":\"\\u0063redit\",\"player_id\":\""
                + filled("\\ud83d\\ude00", 64 * 12) + "\",\"amount\":\"\\u0030000000000000000000\",\"currency\":\""
                + filled("\\ud83d\\ude00", 16 * 12) + "\",\"game_id\":\"" + text + "\",\"round_id\":\"" + text
                + "\",\"room_id\":\"" + text + "\",\"session_id\":\"" + text
                + "\",\"reference_transaction_id\":\"" + filled("\\ud83d\\ude00", 128 * 12) + "\"}";
    }

    private static String escaped(int number, int length) {
        StringBuilder name = new StringBuilder();
        String text = "n".repeat(length - 6) + (100_000 + number);
        text.chars().forEach(c -> name.append(String.format(Locale.ROOT, "\\u%04x", c)));
        return name.toString();
    }

    private static String many(int count, IntFunction<String> each) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ",").append(each.apply(i));
        }
        return list.toString();
    }

    /** As many of a unit as so many bytes hold. */
    private static String filled(String unit, int bytes) {
        int size = unit.getBytes(StandardCharsets.UTF_8).length;
        return unit.repeat(bytes / size);
    }

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
}
