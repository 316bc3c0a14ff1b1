import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A platform's calls in Java, with nothing but the JDK: java Client.java
 * Needs: WALLET_URL (…/v1), WALLET_SECRET (whsec_…), LAUNCH_CODE.
 */
final class Client {
    private static final int TRIES = 10;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url = needed("WALLET_URL");
    private final byte[] key = Base64.getDecoder().decode(needed("WALLET_SECRET").substring("whsec_".length()));

    private final String code = needed("LAUNCH_CODE");

    private static String needed(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) {
            System.err.println(name + " is missing");
            System.exit(1);
        }
        return value;
    }

    public static void main(String[] arguments) throws Exception {
        new Client().play();
    }

    private void play() throws Exception {
        String who = call("POST", "/players/authenticate",
                "{\"launch_code\":\"%s\",\"game_id\":\"roulette\"}".formatted(code));
        String player = text(who, "player_id");
        String session = text(who, "session_id");
        String bet = UUID.randomUUID().toString();
        String second = UUID.randomUUID().toString();
        System.out.println(book(debit(bet, player, session, "250"), """
                {"transaction_id":"%s","type":"credit","player_id":"%s","amount":"400","currency":"EUR",
                 "game_id":"roulette","reference_transaction_id":"%s"}""".formatted(UUID.randomUUID(), player, bet)));
        System.out.println(book(debit(second, player, session, "100")));
        System.out.println(book("""
                {"transaction_id":"%s","type":"rollback","player_id":"%s","game_id":"roulette",
                 "reference_transaction_id":"%s"}""".formatted(UUID.randomUUID(), player, second)));
        System.out.println(call("GET", "/transactions/" + second, ""));
        System.out.println("balance "
                + text(call("POST", "/players/balance", "{\"player_id\":\"" + player + "\"}"), "balance"));
    }

    private static String debit(String id, String player, String session, String amount) {
        return """
                {"transaction_id":"%s","type":"debit","player_id":"%s","session_id":"%s","amount":"%s",
                 "currency":"EUR","game_id":"roulette"}""".formatted(id, player, session, amount);
    }

    private String book(String... items) throws Exception {
        return call("POST", "/transactions", "{\"transactions\":[" + String.join(",", items) + "]}");
    }

    /** One signed call; sends the same again, under the same webhook-id, while the outcome is unknown. */
    private String call(String method, String path, String body) throws Exception {
        String id = UUID.randomUUID().toString();
        for (int i = 0; i < TRIES; i++) {
            long seconds = 1;
            try {
                HttpResponse<String> answer = http.send(signed(id, method, path, body), BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                if (answer.statusCode() != 503 && answer.statusCode() != 429) {
                    throw new IllegalStateException(answer.body());
                }
                seconds = answer.headers().firstValueAsLong("retry-after").orElse(1);
            } catch (IOException e) {
                // no answer: whether it was booked isn't known; the same ids make it safe to ask again
            }
            Thread.sleep(1000 * seconds);
        }
        throw new IllegalStateException("no answer; the transactions must be sent again later, with the same ids");
    }

    /** What is signed is ID.TIME.BODY, as bytes. */
    private HttpRequest signed(String id, String method, String path, String body) throws Exception {
        String time = Long.toString(Instant.now().getEpochSecond());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
        byte[] signature = mac.doFinal((id + "." + time + "." + body).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(10))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("content-type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", time)
                .header("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature))
                .build();
    }

    /** A member of an answer; a real client parses JSON. */
    private static String text(String json, String name) {
        Matcher member = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!member.find()) {
            throw new IllegalStateException(name + " is missing in " + json);
        }
        return member.group(1);
    }
}
