package bankroll.bench.load;

import bankroll.bench.load.PlayJson.PlayerSessions;
import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.gateway.client.ServiceClient;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import bankroll.tools.console.Progress;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Opens the workload's players over the operator's listener, funds them, and gives each a session. */
final class Population {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int BULK = 500;
    private static final int SLICE = 50_000;
    private static final int CALLERS = 4;
    /** On which launch codes are exchanged. */
    private static final int CONNECTIONS = 16;

    private static final int DEPTH = 8;
    private static final int MOST_BYTES = 1024;

    private final Target target;
    private final Workload workload;
    private final ServiceClient operator;
    private final PlayerSessions sessions;

    Population(Target target, Workload workload, ServiceClient operator) {
        this.target = target;
        this.workload = workload;
        this.operator = operator;
        sessions = new PlayerSessions(workload.players());
    }

    /** Opens all and tells their sessions; a slice at a time, because launch codes live for minutes only. */
    PlayerSessions open(boolean withSessions) {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (Progress progress = Progress.of("opening", "players", workload.players(), System.err)) {
            for (int from = 0; from < workload.players(); from += SLICE) {
                int to = Math.min(workload.players(), from + SLICE);
                bulk(callers, from, to, this::open);
                bulk(callers, from, to, this::fund);
                if (withSessions) {
                    List<String> codes = bulk(callers, from, to, this::launchCodes);
                    authenticate(codes, from);
                }
                progress.show(to);
            }
        } finally {
            callers.shutdownNow();
        }
        return sessions;
    }

    private List<String> open(int from, int to) {
        String body = body(
                "players",
                from,
                to,
                player -> "{\"player_id\":\"" + player(player) + "\",\"currency\":\"" + Workload.CURRENCY + "\"}");
        return require(post("/operator/v1/players", body), "status", "created", to - from);
    }

    private List<String> fund(int from, int to) {
        String body = body(
                "transfers",
                from,
                to,
                player -> "{\"transfer_id\":\"funds-" + player(player)
                        + "\",\"player_id\":\"" + player(player) + "\",\"type\":\"deposit\",\"amount\":\""
                        + Workload.FUNDS
                        + "\",\"currency\":\"" + Workload.CURRENCY + "\"}");
        return require(post("/operator/v1/transfers", body), "status", "ok", to - from);
    }

    private List<String> launchCodes(int from, int to) {
        String body = body("launch_codes", from, to, player -> "{\"player_id\":\"" + player(player) + "\"}");
        return require(post("/operator/v1/launch-codes", body), "launch_code", null, to - from);
    }

    /** Exchanges the codes of consecutive players, the first of whom is {@code firstPlayer}, for sessions. */
    private void authenticate(List<String> codes, int firstPlayer) {
        List<LoadConnection> connections = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS && i < codes.size(); i++) {
            connections.add(new LoadConnection(i, script(codes, firstPlayer, i), DEPTH));
        }
        AnswerCounts findings = new AnswerCounts();
        LoadLoop loop = new LoadLoop(
                connections,
                SendingPace.Closed.toTheEnd(),
                this::session,
                new Measurements(),
                findings,
                Progress.none());
        loop.run(target);
        if (!findings.areClean() || findings.rights() != codes.size()) {
            throw new IllegalStateException(
                    "not every launch code could be exchanged: " + findings.problems() + " " + findings.samples());
        }
    }

    private Script script(List<String> codes, int firstPlayer, int connection) {
        int count = (codes.size() - connection + CONNECTIONS - 1) / CONNECTIONS;
        Script script = new Script(count * MOST_BYTES);
        RequestWriter writer = new RequestWriter(
                target, "/players/authenticate", "auth-" + workload.run() + "-" + firstPlayer + "-" + connection + "-");
        RequestText body = new RequestText();
        long second = Instant.now().getEpochSecond();
        for (int at = connection; at < codes.size(); at += CONNECTIONS) {
            body.clear().put("{\"launch_code\":\"" + codes.get(at) + "\",\"game_id\":\"game-0\"}");
            // the place of an id is of no use here: it carries the player's number
            script.expect(0, Outcome.OK, firstPlayer + at);
            writer.write(body, second, script);
        }
        return script;
    }

    private void session(AnswerCheck.Body body, Script script, int request, AnswerCounts findings) {
        int player = (int) script.balance(script.firstItem(request));
        String text = body.toString();
        String session = require(text, "session_id", null, 1).get(0);
        require(text, "player_id", Ids.player(workload.run(), player), 1);
        require(text, "balance", Long.toString(Workload.FUNDS), 1);
        if (session.length() == SessionId.LENGTH) {
            sessions.set(player, session.getBytes(StandardCharsets.US_ASCII), 0);
            findings.right(Outcome.OK.code());
        } else {
            findings.wrong("a session id of this service has " + SessionId.LENGTH + " characters: " + text);
        }
    }

    /** All values of a member, at any depth, in order: as many as they must be, each the one expected, or null for any. */
    private static List<String> require(String json, String name, String expected, int count) {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals(name)) {
                    values.add(parser.nextTextValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + json, e);
        }
        boolean asExpected = expected == null || values.stream().allMatch(expected::equals);
        if (values.size() != count || !asExpected) {
            throw new IllegalStateException("expected " + name + " " + expected + " " + count + " times, got "
                    + json.substring(0, Math.min(2000, json.length())));
        }
        return values;
    }

    private String post(String path, String body) {
        return operator.call("POST", path, body).orThrow().body();
    }

    private String player(int player) {
        return Ids.player(workload.run(), player);
    }

    private static String body(String name, int from, int to, IntFunction<String> element) {
        StringBuilder body = new StringBuilder("{\"").append(name).append("\":[");
        for (int player = from; player < to; player++) {
            body.append(player == from ? "" : ",").append(element.apply(player));
        }
        return body.append("]}").toString();
    }

    private interface Call {
        List<String> make(int from, int to);
    }

    private static List<String> bulk(ExecutorService callers, int from, int to, Call call) {
        List<Future<List<String>>> calls = new ArrayList<>();
        for (int at = from; at < to; at += BULK) {
            int start = at;
            calls.add(callers.submit(() -> call.make(start, Math.min(to, start + BULK))));
        }
        List<String> values = new ArrayList<>();
        for (Future<List<String>> each : calls) {
            try {
                values.addAll(each.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("the players could not be set up", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the players were set up", e);
            }
        }
        return values;
    }
}
