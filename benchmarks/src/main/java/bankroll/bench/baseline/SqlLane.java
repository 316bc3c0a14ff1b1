package bankroll.bench.baseline;

import bankroll.bench.load.AnswerCounts;
import bankroll.bench.play.Ids;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One connection's closed loop over its stream of the workload: calls of {@code book}, encoded ahead of the clock, at their full
 * length; each is a transaction of its own. The next goes out when the answer is there, until time is up. One thread.
 */
final class SqlLane implements AutoCloseable {
    private static final long CREATED_MS = 1_795_000_000_000L;
    private static final int PARAMETERS = 15;
    private static final String[] GAMES = games();

    final AnswerCounts findings = new AnswerCounts();

    /** What the stream's players own after the last answer. */
    long total;

    private final Connection connection;
    private final PreparedStatement book;
    private final Workload workload;
    private final int stream;
    private final SqlPlayers players;
    private final int batch;
    private final AtomicLong answeredItems;
    private final PlayStream plays;
    private final byte[] run;
    private final byte[] text = new byte[Ids.TRANSACTION_BYTES];
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();

    /**
     * Prepares.
     *
     * @param connection its own, closed with it
     * @param batch items of a call
     * @param answeredItems counts what was answered, of all lanes
     */
    SqlLane(
            Connection connection,
            Workload workload,
            int stream,
            SqlPlayers players,
            int batch,
            AtomicLong answeredItems)
            throws SQLException {
        this.connection = connection;
        this.workload = workload;
        this.stream = stream;
        this.players = players;
        this.batch = batch;
        this.answeredItems = answeredItems;
        book = connection.prepareStatement("select * from book(" + "?,".repeat(PARAMETERS - 1) + "?)");
        plays = new PlayStream(workload, stream);
        run = workload.run().getBytes(StandardCharsets.US_ASCII);
        total = plays.total();
    }

    /**
     * One call of {@code book}, and the answers it must get.
     *
     * @param parameters in the function's order
     * @param items what is asked, and the answers
     * @param total what the players of the stream own afterwards
     */
    private record Batch(Array[] parameters, List<Play> items, long total) {}

    /** Prepares batches until that many wait; what was not played stays. */
    void fill(int count) throws SQLException {
        while (batches.size() < count) {
            batches.add(next());
        }
    }

    /** The next items as one call; places among them are counted from 1. */
    private Batch next() throws SQLException {
        List<Play> items = new ArrayList<>(batch);
        Map<Long, Integer> firstOfId = new HashMap<>();
        Map<Long, Integer> firstOfReference = new HashMap<>();
        for (int place = 1; place <= batch; place++) {
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
            connection.createArrayOf("text", names),
            array("int4", items, Integer[]::new, play -> Arrays.binarySearch(named, player(play)) + 1),
            array("int4", items, Integer[]::new, play -> firstOfId.get(play.id)),
            array("int4", items, Integer[]::new, play -> firstOfId.getOrDefault(play.reference, 0)),
            array("int4", items, Integer[]::new, play -> firstOfReference.getOrDefault(play.reference, 0)),
            array("int4", items, Integer[]::new, play -> firstOfReference.getOrDefault(play.id, 0)),
            array("text", items, String[]::new, play -> transaction(play.id)),
            array("int2", items, Short[]::new, play -> (short) play.type.code()),
            array("text", items, String[]::new, this::session),
            array("int8", items, Long[]::new, SqlLane::amount),
            array("text", items, String[]::new, SqlLane::currency),
            array("text", items, String[]::new, play -> GAMES[(int) (play.round % Ids.GAMES)]),
            array("text", items, String[]::new, play -> transaction(play.round)),
            array("text", items, String[]::new, play -> transaction(play.reference)),
            array("int8", items, Long[]::new, play -> CREATED_MS + play.id)
        };
        return new Batch(parameters, items, plays.total());
    }

    /** An array of its own type goes over the wire in binary. */
    private <T> Array array(String type, List<Play> items, IntFunction<T[]> empty, Function<Play, T> field)
            throws SQLException {
        return connection.createArrayOf(type, items.stream().map(field).toArray(empty));
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

    /** Plays from that moment for that long at most; many lanes share the measurements. */
    void play(long startNs, long durationNs, Measurements measurements) throws SQLException {
        long sentNs = System.nanoTime();
        long endNs = startNs;
        while (sentNs - startNs < durationNs && !batches.isEmpty()) {
            Batch next = batches.poll();
            book(next);
            total = next.total();
            endNs = System.nanoTime();
            synchronized (measurements) {
                measurements.record(endNs - sentNs, batch);
            }
            answeredItems.addAndGet(batch);
            sentNs = System.nanoTime();
        }
        synchronized (measurements) {
            measurements.endRound(Math.max(endNs - startNs, measurements.measuredNs()));
        }
    }

    /** Books a batch and compares every answer with what it must be. */
    private void book(Batch next) throws SQLException {
        for (int i = 0; i < PARAMETERS; i++) {
            book.setArray(i + 1, next.parameters()[i]);
        }
        try (ResultSet row = book.executeQuery()) {
            row.next();
            Object[] outcomes = (Object[]) row.getArray(1).getArray();
            Object[] balances = (Object[]) row.getArray(2).getArray();
            Object[] times = (Object[]) row.getArray(3).getArray();
            if (outcomes.length != next.items().size()) {
                findings.wrong(outcomes.length + " answers to " + next.items().size() + " items");
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                compare(next.items(), i, new Answer(outcomes[i], balances[i], times[i]));
            }
        }
    }

    private record Answer(Object outcome, Object balance, Object time) {}

    private void compare(List<Play> items, int item, Answer answer) {
        Play expected = items.get(item);
        boolean isMismatch = expected.outcome == Outcome.DUPLICATE_MISMATCH;
        boolean isRight = ((Number) answer.outcome()).intValue() == expected.outcome.code()
                && answer.balance() instanceof Long balance
                && balance == expected.balance
                && (answer.time() == null) == isMismatch;
        if (isRight) {
            findings.right(expected.outcome.code());
        } else {
            findings.wrong("item " + item + " of " + items.size() + ": expected " + expected.outcome.label()
                    + " balance " + expected.balance + ", got " + answer);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Ids and sessions of the workload's players, as text. Immutable; any thread. */
    static final class SqlPlayers {
        /** A session that nobody has. */
        static final String NO_SESSION = "A".repeat(SessionId.LENGTH);

        private final String[] names;
        private final String[] sessions;

        SqlPlayers(Workload workload) {
            names = new String[workload.players()];
            sessions = new String[workload.players()];
            SplittableRandom random = new SplittableRandom(workload.seed());
            for (int player = 0; player < names.length; player++) {
                names[player] = Ids.player(workload.run(), player);
                sessions[player] = SessionId.format(random.nextLong(), random.nextLong());
            }
        }

        int count() {
            return names.length;
        }

        String name(int player) {
            return names[player];
        }

        String session(int player) {
            return sessions[player];
        }
    }
}
