package bankroll.bench.load;

import bankroll.bench.load.PlayJson.PlayerSessions;
import bankroll.bench.play.Mix;
import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import picocli.CommandLine;

/** A script of real requests and the answers that a right service gives, spelled as Bankroll spells them. */
final class AnsweredScript {
    static final int ITEMS = 3;

    final Script script = new Script(1 << 20);

    AnsweredScript(long seed, int requests) {
        this(seed, requests, URI.create("http://127.0.0.1:1/v1"));
    }

    AnsweredScript(long seed, int requests, URI platform) {
        Workload workload = new Workload(seed, "0000cafe", 10, 1, 0.2, 0.8, Mix.parse(Mix.DEFAULT));
        Target target = target(platform, Optional.empty());
        PlayerSessions sessions = new PlayerSessions(10);
        for (int player = 0; player < 10; player++) {
            sessions.set(player, SessionId.format(player, player).getBytes(StandardCharsets.US_ASCII), 0);
        }
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), "--batch=" + ITEMS, "--details=20");
        new Lane(options, target, workload, 0, sessions, script).fill(requests, Instant.now());
    }

    static Target target(URI platform, Optional<SSLContext> tls) {
        return new Target(platform, URI.create("http://127.0.0.1:1"), "whsec_c2VjcmV0", "token", tls);
    }

    List<String> results(int request) {
        List<String> results = new ArrayList<>();
        for (int item = script.firstItem(request); item < script.firstItem(request + 1); item++) {
            byte[] id = new byte[24];
            script.bytes().get(script.idPosition(item), id);
            Outcome outcome = Outcome.of(script.outcome(item));
            String time = outcome == Outcome.DUPLICATE_MISMATCH ? "" : ",\"processed_at\":\"2026-11-21T12:00:00.000Z\"";
            results.add("{\"transaction_id\":\"" + new String(id, StandardCharsets.US_ASCII) + "\",\"status\":\""
                    + outcome.label() + "\",\"balance\":\"" + Long.toUnsignedString(script.balance(item)) + "\"" + time
                    + "}");
        }
        return results;
    }

    String answer(int request) {
        return answer(results(request));
    }

    static String answer(List<String> results) {
        return "{\"results\":[" + String.join(",", results) + "]}";
    }
}
