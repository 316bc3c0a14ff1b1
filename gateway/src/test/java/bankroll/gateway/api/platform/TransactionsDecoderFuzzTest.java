package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.json.MalformedRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random bodies, good ones and broken ones: the decoder must agree with the model on every one, and never throw else. */
class TransactionsDecoderFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("soak") ? 400_000 : 15_000;
    private static final List<String> MEMBERS = List.of(
            "transaction_id",
            "type",
            "player_id",
            "session_id",
            "amount",
            "currency",
            "game_id",
            "round_id",
            "room_id",
            "reference_transaction_id",
            "created_at",
            "details",
            "unknown",
            "typ\\u0065",
            "amoun\\u0074",
            "");
    private static final List<String> VALUES = List.of(
            "\"a\"",
            "\"\"",
            "null",
            "1",
            "true",
            "{}",
            "[]",
            "\"t-1\"",
            "\"\\u0074-1\"",
            "\"é\"",
            "\"\\u00e9😀\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\n\"",
            "\"\\u007f\"",
            "\"\u007f\"",
            "\"AAAAAAAAAAAAAAAAAAAAAA\"",
            "\"" + "x".repeat(64) + "\"",
            "\"" + "x".repeat(65) + "\"",
            "\"" + "é".repeat(128) + "\"",
            "\"" + "é".repeat(129) + "\"",
            "-0.5e+10",
            "{\"a\":{\"b\":[1,{}]}}",
            "{\"a\":1,\"\\u0061\":2}");
    private static final Map<String, List<String>> GOOD = Map.of(
            "type", List.of("\"debit\"", "\"credit\"", "\"rollback\"", "\"Debit\"", "\"d\\u0065bit\""),
            "amount",
                    List.of(
                            "\"0\"",
                            "\"-0\"",
                            "\"007\"",
                            "\"9999999999999999999\"",
                            "\"10000000000000000000\"",
                            "\"-5\""),
            "created_at",
                    List.of(
                            "\"2026-01-02T03:04:05Z\"",
                            "\"2024-02-29t23:59:60.123456789-23:59\"",
                            "\"2026-02-29T00:00:00Z\""),
            "details",
                    List.of(
                            "{}",
                            "{ \"a\" : [ 1.50 , \"\\u0041\\/\" ] }",
                            "{\"a\":{},\"b\":{\"a\":{}}}",
                            "[]",
                            "null"));
    private static final List<String> PIECES = List.of(
            "\"",
            "\\",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "null",
            "\\u",
            "\\ud800",
            "\u0000",
            "\u007f",
            "é",
            "\ufeff",
            " ",
            "\n",
            "0",
            "-",
            "e",
            ".",
            "//",
            "\"a\":1,",
            "\u00c3",
            "transactions");

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final TransactionsDecoder decoder = new TransactionsDecoder();

    @Test
    void shouldAgreeWithTheModelOnEveryBody() {
        int good = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = body().getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(3); i > 0; i--) {
                body = mutated(body);
            }
            good += compare(body) ? 1 : 0;
        }
        assertTrue(good > ROUNDS / 20, "only " + good + " bodies were good; seed " + seed);
    }

    /** Whether the body was good. */
    private boolean compare(byte[] body) {
        List<Map<String, String>> expected = ModelDecoder.decode(body);
        // a longer array with anything behind the body, as the transport has it
        byte[] array = Arrays.copyOf(body, body.length + random.nextInt(20));
        Arrays.fill(array, body.length, array.length, (byte) '"');
        List<Map<String, String>> decoded;
        try {
            decoded = DecodedBatch.of(decoder, array, body.length);
            decoded.forEach(item -> item.computeIfPresent(
                    "details", (name, raw) -> Json.read(raw).toString()));
        } catch (MalformedRequest malformed) {
            decoded = null;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(described(body), e);
        }
        assertEquals(expected, decoded, () -> described(body));
        return expected != null;
    }

    private String described(byte[] body) {
        return "seed " + seed + ", body " + new String(body, StandardCharsets.UTF_8) + ", base64 "
                + Base64.getEncoder().encodeToString(body);
    }

    private String body() {
        StringBuilder items = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            items.append(items.length() == 0 ? "" : ",").append(item());
        }
        String before = random.nextInt(8) == 0 ? "\"x\":" + any(VALUES) + "," : "";
        return "{" + before + "\"transactions\":" + space() + "[" + items + "]" + space() + "}";
    }

    private String item() {
        String type = any(List.of("debit", "credit", "rollback"));
        StringBuilder item = new StringBuilder("{\"transaction_id\":\"t-1\"," + space() + "\"type\":\"" + type + "\","
                + "\"player_id\":\"p\",\"game_id\":\"g\"");
        item.append(type.equals("rollback") ? ",\"reference_transaction_id\":\"t-0\"" : ",\"currency\":\"EUR\"");
        item.append(type.equals("rollback") ? "" : ",\"amount\":\"" + random.nextInt(1000) + "\"");
        item.append(type.equals("debit") ? ",\"session_id\":\"s\"" : "");
        for (int i = random.nextInt(3); i > 0; i--) {
            String name = any(MEMBERS);
            String value = any(random.nextBoolean() ? VALUES : GOOD.getOrDefault(name, VALUES));
            String member = "\"" + name + "\"" + space() + ":" + space() + value;
            int old = item.indexOf("\"" + name + "\":\"");
            if (old >= 0 && random.nextInt(4) > 0) {
                item.replace(old, item.indexOf("\"", old + name.length() + 4) + 1, member);
            } else {
                item.append(",").append(member);
            }
        }
        return item.append("}").toString();
    }

    private String space() {
        return any(List.of("", "", "", " ", "\r\n\t"));
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private byte[] mutated(byte[] body) {
        int at = random.nextInt(body.length + 1);
        int to = Math.min(body.length, at + random.nextInt(6));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(body, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> out.write(random.nextInt(256));
            case 1 -> out.writeBytes(any(PIECES).getBytes(StandardCharsets.UTF_8));
            case 2 -> at = to;
            case 3 -> out.write(body, at, to - at);
            default -> {
                out.write(random.nextInt(256));
                at = Math.min(body.length, at + 1);
            }
        }
        if (random.nextInt(20) > 0) {
            out.write(body, at, body.length - at);
        }
        return out.size() == 0 ? new byte[] {'{'} : out.toByteArray();
    }
}
