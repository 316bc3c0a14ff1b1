package bankroll.bench.load;

import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A lane of {@code POST /transactions}. */
final class BatchLane implements Lane {
    private static final int MOST_BYTES_PER_ITEM = 400;

    private final PlayStream plays;
    private final PlayJson json;
    private final RequestWriter writer;
    private final Script script;
    private final int batch;
    private final int mostBytes;
    private final Play play = new Play();
    private final RequestText body = new RequestText();
    private long answeredTotal;

    /**
     * @param batch items of a request
     * @param detailsBytes of each item
     */
    BatchLane(PlayStream plays, PlayJson json, RequestWriter writer, Script script, int batch, int detailsBytes) {
        this.plays = plays;
        this.json = json;
        this.writer = writer;
        this.script = script;
        this.batch = batch;
        mostBytes = 1024 + batch * (MOST_BYTES_PER_ITEM + detailsBytes);
        answeredTotal = plays.total();
    }

    @Override
    public Script script() {
        return script;
    }

    @Override
    public void fill(int requests, Instant now) {
        json.createdAt(now.truncatedTo(ChronoUnit.MILLIS).toString());
        while (script.requests() < requests && script.hasRoom(mostBytes)) {
            json.begin(body);
            for (int i = 0; i < batch; i++) {
                plays.next(play);
                int idAt = json.item(play, i == 0, body);
                script.expect(idAt, play.outcome, play.balance);
            }
            json.end(body);
            writer.write(body, now.getEpochSecond(), script);
            script.total(plays.total());
        }
    }

    @Override
    public long total() {
        return answeredTotal;
    }

    @Override
    public void answered(int requests) {
        if (requests > 0) {
            answeredTotal = script.total(requests - 1);
        }
        script.dropAnswered(requests);
    }
}
