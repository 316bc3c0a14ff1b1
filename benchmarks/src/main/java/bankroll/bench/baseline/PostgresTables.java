package bankroll.bench.baseline;

import bankroll.bench.baseline.SqlLane.SqlPlayers;
import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables and the function of the baseline, made anew with all players in them. One thread. */
final class PostgresTables {
    private static final int SLICE = 5_000;
    private static final long NEVER_MS = 4_000_000_000_000L;

    private final Connection connection;

    PostgresTables(Connection connection) {
        this.connection = connection;
    }

    /** Drops what there is, makes the tables, loads the players with funds and sessions, and writes all to disk. */
    void make(SqlPlayers players) throws SQLException {
        execute("drop schema public cascade");
        execute("create schema public");
        execute(sql("schema.sql"));
        execute(sql("book.sql"));
        try (Progress progress = Progress.of("loading", "players", players.count(), System.err)) {
            for (int from = 0; from < players.count(); from += SLICE) {
                load(players, from, Math.min(players.count(), from + SLICE));
                progress.show(from);
            }
        }
        // not of the empty table: plans made for no rows at all would be kept when there are millions
        execute("vacuum analyze account, session");
        execute("checkpoint");
    }

    private void load(SqlPlayers players, int from, int to) throws SQLException {
        Integer[] ids = new Integer[to - from];
        String[] names = new String[to - from];
        String[] sessions = new String[to - from];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = from + i;
            names[i] = players.name(from + i);
            sessions[i] = players.session(from + i);
        }
        insert(
                "insert into account select id, player_id, '" + Workload.CURRENCY + "', " + Workload.FUNDS
                        + ", false from unnest(?, ?) as p(id, player_id)",
                ids,
                names);
        insert(
                "insert into session select id, account, " + NEVER_MS + " from unnest(?, ?) as s(account, id)",
                ids,
                sessions);
    }

    private void insert(String sql, Integer[] numbers, String[] texts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("int4", numbers));
            statement.setArray(2, connection.createArrayOf("text", texts));
            statement.executeUpdate();
        }
    }

    /** What all players own. */
    long total() throws SQLException {
        return number("select sum(balance) from account");
    }

    /** What they should own by the transactions that were booked: the books from the other side. */
    long totalByTransactions(long before) throws SQLException {
        String moved = sql("books.sql");
        return before + number(moved);
    }

    /** Bytes of tables and indexes per remembered transaction. */
    double bytesPerTransaction() throws SQLException {
        return (double) number("select pg_total_relation_size('transaction')")
                / Math.max(1, number("select count(*) from transaction"));
    }

    String version() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("show server_version")) {
            row.next();
            return row.getString(1);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The SQL beside this class, where {@code ${label}} stands for the code of an outcome or a type, with the codes filled in. */
    static String sql(String file) {
        try (InputStream in = PostgresTables.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not beside " + PostgresTables.class);
            }
            return withCodes(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withCodes(String text) {
        String filled = text;
        // "rolled_back" and "rollback" are two words, so no label stands for both an outcome and a type
        for (Outcome outcome : Outcome.values()) {
            filled = filled.replace("${" + outcome.label() + "}", Integer.toString(outcome.code()));
        }
        for (TransactionType type : TransactionType.values()) {
            filled = filled.replace("${" + type.label() + "}", Integer.toString(type.code()));
        }
        if (filled.contains("${")) {
            throw new IllegalStateException("a word in the SQL is neither outcome nor type: "
                    + filled.substring(filled.indexOf("${"), filled.indexOf('}', filled.indexOf("${")) + 1));
        }
        return filled;
    }
}
