package bankroll.bench.baseline;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
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

    /** The next items as one call on that connection; places among them are counted from 1. */
    SqlConnection.Batch next(int count, SqlConnection connection) throws SQLException {
        List<Play> items = new ArrayList<>(count);
        Map<Long, Integer> firstOfId = new HashMap<>();
        Map<Long, Integer> firstOfReference = new HashMap<>();
        for (int place = 1; place <= count; place++) {
            Play play = new Play();
            plays.next(play);
            items.add(play);
            firstOfId.putIfAbsent(play.id, place);
            if (play.reference != Play.NONE) {
                firstOfReference.putIfAbsent(play.reference, place);
            }
        }
        // in byte order, which is that of their numbers
        int[] named = items.stream().mapToInt(this::player).sorted().distinct().toArray();
        String[] names = Arrays.stream(named).mapToObj(players::name).toArray(String[]::new);
        Array[] parameters = {
            connection.array("text", names),
            connection.array("int4", items, Integer[]::new, play -> Arrays.binarySearch(named, player(play)) + 1),
            connection.array("int4", items, Integer[]::new, play -> firstOfId.get(play.id)),
            connection.array("int4", items, Integer[]::new, play -> firstOfId.getOrDefault(play.reference, 0)),
            connection.array("int4", items, Integer[]::new, play -> firstOfReference.getOrDefault(play.reference, 0)),
            connection.array("int4", items, Integer[]::new, play -> firstOfReference.getOrDefault(play.id, 0)),
            connection.array("text", items, String[]::new, play -> transaction(play.id)),
            connection.array("int2", items, Short[]::new, play -> (short) play.type.code()),
            connection.array("text", items, String[]::new, this::session),
            connection.array("int8", items, Long[]::new, SqlLane::amount),
            connection.array("text", items, String[]::new, SqlLane::currency),
            connection.array("text", items, String[]::new, play -> GAMES[(int) (play.round % Ids.GAMES)]),
            connection.array("text", items, String[]::new, play -> transaction(play.round)),
            connection.array("text", items, String[]::new, play -> transaction(play.reference)),
            connection.array("int8", items, Long[]::new, play -> CREATED_MS + play.id)
        };
        return new SqlConnection.Batch(parameters, items, plays.total());
    }

    private int player(Play play) {
        return workload.player(stream, play.player);
    }

    private String session(Play play) {
        if (play.type != TransactionType.DEBIT) {
            return null;
        }
        return play.ownSession ? players.session(player(play)) : SqlPlayers.NO_SESSION;
    }

    /** Beyond half of the range all amounts are alike: no balance comes near. */
    private static Long amount(Play play) {
        return play.amount < 0 ? Long.MAX_VALUE : play.amount;
    }

    private static String currency(Play play) {
        return play.type == TransactionType.ROLLBACK ? null : Workload.CURRENCY;
    }

    private String transaction(long number) {
        if (number == Play.NONE) {
            return null;
        }
        Ids.putTransaction(text, 0, run, stream, number);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static String[] games() {
        String[] games = new String[Ids.GAMES];
        Arrays.setAll(games, game -> "game-" + game);
        return games;
    }
}
