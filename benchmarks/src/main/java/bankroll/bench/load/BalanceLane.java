package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import java.time.Instant;

/** A lane of {@code POST /players/balance}. */
final class BalanceLane implements Lane {
    private static final byte[] HEAD = RequestText.ascii("{\"player_id\":\"");
    private static final byte[] TAIL = RequestText.ascii("\"}");
    private static final int MOST_BYTES = 512;

    private final Workload workload;
    private final int stream;
    private final PlayStream plays;
    private final RequestWriter writer;
    private final Script script;
    private final byte[] run;
    private final RequestText body = new RequestText();

    BalanceLane(Workload workload, int stream, RequestWriter writer, Script script) {
        this.workload = workload;
        this.stream = stream;
        this.writer = writer;
        this.script = script;
        plays = new PlayStream(workload, stream);
        run = RequestText.ascii(workload.run());
    }

    @Override
    public Script script() {
        return script;
    }

    @Override
    public void fill(int requests, Instant now) {
        while (script.requests() < requests && script.hasRoom(MOST_BYTES)) {
            int player = plays.drawPlayer();
            body.clear().put(HEAD);
            int at = body.reserve(Ids.PLAYER_BYTES);
            Ids.putPlayer(body.bytes(), at, run, workload.player(stream, player));
            script.expect(at, Outcome.OK, plays.balance(player));
            writer.write(body.put(TAIL), now.getEpochSecond(), script);
        }
    }

    @Override
    public long total() {
        return plays.total();
    }

    @Override
    public void answered(int requests) {
        script.dropAnswered(requests);
    }
}
