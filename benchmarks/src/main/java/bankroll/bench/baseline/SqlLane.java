package bankroll.bench.baseline;

import bankroll.bench.baseline.SqlConnection.Item;
import bankroll.bench.play.Ids;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
    SqlConnection.Batch next(int count, SqlConnection connection) throws SQLException {
        List<Item> items = new ArrayList<>(count);
        int[] players = new int[count];
        long[] ids = new long[count];
        long[] references = new long[count];
        byte[] outcomes = new byte[count];
        long[] balances = new long[count];
        firstOfId.clear();
        firstOfReference.clear();
        for (int i = 0; i < count; i++) {
            plays.next(play);
            players[i] = workload.player(stream, play.player);
            ids[i] = play.id;
            references[i] = play.reference;
            outcomes[i] = (byte) play.outcome.code();
            balances[i] = play.balance;
            firstOfId.putIfAbsent(play.id, i + 1);
            if (play.reference != Play.NONE) {
                firstOfReference.putIfAbsent(play.reference, i + 1);
            }
            items.add(item(players[i]));
        }
        // in byte order, which is that of their numbers
        int[] distinct = Arrays.stream(players).sorted().distinct().toArray();
        for (int i = 0; i < count; i++) {
            Item item = items.get(i);
            item.slot = Arrays.binarySearch(distinct, players[i]) + 1;
            item.same = firstOfId.get(ids[i]);
            item.named = firstOfReference.getOrDefault(ids[i], 0);
            item.target = firstOfId.getOrDefault(references[i], 0);
            item.reference = firstOfReference.getOrDefault(references[i], 0);
        }
        String[] named = Arrays.stream(distinct).mapToObj(this.players::name).toArray(String[]::new);
        return new SqlConnection.Batch(connection.arrays(named, items), outcomes, balances, plays.total());
    }

    private Item item(int player) {
        Item item = new Item();
        item.id = transaction(play.id);
        item.type = (short) play.type.code();
        item.createdMs = CREATED_MS + play.id;
        item.game = GAMES[(int) (play.round % Ids.GAMES)];
        item.round = transaction(play.round);
        if (play.reference != Play.NONE) {
            item.referenceId = transaction(play.reference);
        }
        if (play.type == TransactionType.DEBIT) {
            item.session = play.ownSession ? players.session(player) : SqlPlayers.NO_SESSION;
        }
        if (play.type != TransactionType.ROLLBACK) {
            item.currency = Workload.CURRENCY;
            // beyond half of the range all amounts are alike: no balance comes near
            item.amount = play.amount < 0 ? Long.MAX_VALUE : play.amount;
        }
        return item;
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
