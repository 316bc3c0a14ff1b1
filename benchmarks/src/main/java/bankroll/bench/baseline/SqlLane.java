package bankroll.bench.baseline;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Turns one stream of the workload into batches for {@code book}, at their full length. One thread. */
final class SqlLane {
    private static final long CREATED_MS = 1_795_000_000_000L;
    private static final String[] GAMES = games();

    private final Workload workload;
    private final int stream;
    private final SqlPlayers players;
    private final PlayStream plays;
    private final byte[] run;
    private final byte[] text = new byte[Ids.TRANSACTION_BYTES];
    private final Play play = new Play();
    private final Map<Long, Integer> firstOfId = new HashMap<>();
    private final Map<Long, Integer> firstOfReference = new HashMap<>();

    SqlLane(Workload workload, int stream, SqlPlayers players) {
        this.workload = workload;
        this.stream = stream;
        this.players = players;
        plays = new PlayStream(workload, stream);
        run = workload.run().getBytes(StandardCharsets.US_ASCII);
    }

    /** What the stream's players own before the next batch. */
    long total() {
        return plays.total();
    }

    /** The next items as one call on that connection. */
    SqlBatch next(int items, SqlConnection connection) throws SQLException {
        SqlColumns columns = new SqlColumns(items);
        firstOfId.clear();
        firstOfReference.clear();
        for (int i = 0; i < items; i++) {
            plays.next(play);
            item(columns, i);
        }
        for (int i = 0; i < items; i++) {
            columns.same[i] = firstOfId.get(columns.idNumbers[i]);
            columns.named[i] = firstOfReference.getOrDefault(columns.idNumbers[i], 0);
            columns.target[i] = firstOfId.getOrDefault(columns.referenceNumbers[i], 0);
            columns.reference[i] = firstOfReference.getOrDefault(columns.referenceNumbers[i], 0);
        }
        String[] named = slots(columns);
        return new SqlBatch(connection.arrays(named, columns), columns.outcomes, columns.balances, plays.total());
    }

    private void item(SqlColumns columns, int at) {
        int player = workload.player(stream, play.player());
        columns.outcomes[at] = (byte) play.outcome().code();
        columns.balances[at] = play.balance();
        columns.playerNumbers[at] = player;
        columns.idNumbers[at] = play.id();
        columns.referenceNumbers[at] = play.reference();
        firstOfId.putIfAbsent(play.id(), at + 1);
        columns.ids[at] = transaction(play.id());
        columns.types[at] = (short) play.type().code();
        columns.amounts[at] = 0L;
        columns.createdMs[at] = CREATED_MS + play.id();
        columns.games[at] = GAMES[(int) (play.round() % Ids.GAMES)];
        columns.rounds[at] = transaction(play.round());
        if (play.reference() != Play.NONE) {
            firstOfReference.putIfAbsent(play.reference(), at + 1);
            columns.references[at] = transaction(play.reference());
        }
        if (play.type() == TransactionType.DEBIT) {
            columns.sessions[at] = play.ownSession() ? players.session(player) : SqlPlayers.NO_SESSION;
        }
        if (play.type() != TransactionType.ROLLBACK) {
            columns.currencies[at] = Workload.CURRENCY;
            // beyond half of the range all amounts are alike: no balance comes near
            columns.amounts[at] = play.amount() < 0 ? Long.MAX_VALUE : play.amount();
        }
    }

    /** Distinct players in byte order, which is that of their numbers; tells each item its own. */
    private String[] slots(SqlColumns columns) {
        int[] distinct =
                Arrays.stream(columns.playerNumbers).sorted().distinct().toArray();
        for (int i = 0; i < columns.slots.length; i++) {
            columns.slots[i] = Arrays.binarySearch(distinct, columns.playerNumbers[i]) + 1;
        }
        return Arrays.stream(distinct).mapToObj(players::name).toArray(String[]::new);
    }

    private String transaction(long number) {
        Ids.putTransaction(text, 0, run, stream, number);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static String[] games() {
        String[] games = new String[Ids.GAMES];
        Arrays.setAll(games, game -> "game-" + game);
        return games;
    }
}
