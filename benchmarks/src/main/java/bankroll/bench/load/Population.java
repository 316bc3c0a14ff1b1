package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.gateway.client.ServiceClient;
import bankroll.tools.console.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Opens the workload's players over the operator's listener, funds them, and gives each a session. */
final class Population {
    private static final int BULK = 500;
    private static final int SLICE = 50_000;
    private static final int CALLERS = 4;

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
                    new Authentication(target, workload, sessions).run(codes, from);
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
        return JsonMembers.require(post("/operator/v1/players", body), "status", "created", to - from);
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
        return JsonMembers.require(post("/operator/v1/transfers", body), "status", "ok", to - from);
    }

    private List<String> launchCodes(int from, int to) {
        String body = body("launch_codes", from, to, player -> "{\"player_id\":\"" + player(player) + "\"}");
        return JsonMembers.require(post("/operator/v1/launch-codes", body), "launch_code", null, to - from);
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
