package bankroll.bench.load;

import bankroll.bench.load.PlayJson.PlayerSessions;
import bankroll.bench.play.Workload;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One connection's share of the load: fills its {@link Script} ahead of the clock, with batches or with reads of balances. One
 * thread at a time.
 */
final class Lane {
    private static final int MOST_BYTES_PER_ITEM = 400;

    private final LoadOptions options;
    private final PlayJson json;
    private final RequestWriter writer;
    private final Script script;
    private final int mostBytes;
    private final RequestText body = new RequestText();
    private long answeredTotal;

    /** The lane of one stream of the workload. */
    Lane(LoadOptions options, Target target, Workload workload, int stream, PlayerSessions sessions, Script script) {
        this.options = options;
        this.script = script;
        json = new PlayJson(workload, stream, sessions, options.details);
        writer = new RequestWriter(
                target,
                options.isReading() ? "/players/balance" : "/transactions",
                "load-" + workload.run() + "-" + stream + "-");
        mostBytes = 1024 + options.itemsPerRequest() * (MOST_BYTES_PER_ITEM + options.details);
        answeredTotal = json.total();
    }

    /** What the lane's connection sends. */
    Script script() {
        return script;
    }

    /** Adds requests until that many wait or the script is full; all are signed for {@code now}. */
    void fill(int requests, Instant now) {
        json.createdAt(now.truncatedTo(ChronoUnit.MILLIS).toString());
        while (script.requests() < requests && script.hasRoom(mostBytes)) {
            if (options.isReading()) {
                json.read(body, script);
            } else {
                json.batch(options.batch, body, script);
            }
            writer.write(body, now.getEpochSecond(), script);
            script.total(json.total());
        }
    }

    /** What the lane's players owned in all after the last request that was answered, and before any was. */
    long total() {
        return answeredTotal;
    }

    /** Forgets the first requests of the script, which were answered. */
    void answered(int requests) {
        if (requests > 0) {
            answeredTotal = script.total(requests - 1);
        }
        script.dropAnswered(requests);
    }
}
