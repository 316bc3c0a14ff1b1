package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import bankroll.tools.console.Progress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Exchanges launch codes for sessions over the platform's API, by the load client itself. Use once. */
final class Authentication {
    private static final int CONNECTIONS = 16;
    private static final int DEPTH = 8;
    private static final int MOST_BYTES = 1024;

    private final Target target;
    private final Workload workload;
    private final PlayerSessions sessions;

    Authentication(Target target, Workload workload, PlayerSessions sessions) {
        this.target = target;
        this.workload = workload;
        this.sessions = sessions;
    }

    /** Exchanges the codes of consecutive players, the first of whom is {@code firstPlayer}. */
    void run(List<String> codes, int firstPlayer) {
        List<LoadConnection> connections = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS && i < codes.size(); i++) {
            connections.add(new LoadConnection(i, script(codes, firstPlayer, i), DEPTH));
        }
        AnswerCounts findings = new AnswerCounts();
        LoadLoop loop = new LoadLoop(
                connections, SendingPace.Closed.toTheEnd(), this::check, new Measurements(), findings, Progress.none());
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
                target,
                "/players/authenticate",
                new Signer(target.secret()),
                "auth-" + workload.run() + "-" + firstPlayer + "-" + connection + "-");
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

    private void check(AnswerCheck.Body body, Script script, int request, AnswerCounts findings) {
        int player = (int) script.balance(script.firstItem(request));
        String text = body.toString();
        String session = JsonMembers.require(text, "session_id", null, 1).get(0);
        JsonMembers.require(text, "player_id", Ids.player(workload.run(), player), 1);
        JsonMembers.require(text, "balance", Long.toString(Workload.FUNDS), 1);
        if (session.length() == SessionId.LENGTH) {
            sessions.set(player, session.getBytes(StandardCharsets.US_ASCII), 0);
            findings.right(Outcome.OK.code());
        } else {
            findings.wrong("a session id of this service has " + SessionId.LENGTH + " characters: " + text);
        }
    }
}
