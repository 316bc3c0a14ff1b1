package bankroll.bench.baseline;

import bankroll.bench.load.AnswerCounts;
import bankroll.bench.play.Play;
import bankroll.protocol.Outcome;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** One connection with {@code book} prepared: a call is a transaction of its own. One thread. */
final class SqlConnection implements AutoCloseable {
    private static final int PARAMETERS = 15;

    private final Connection connection;
    private final PreparedStatement book;

    SqlConnection(Connection connection) throws SQLException {
        this.connection = connection;
        book = connection.prepareStatement("select * from book(" + "?,".repeat(PARAMETERS - 1) + "?)");
    }

    /**
     * One call of {@code book}, encoded for the wire ahead of the clock, and the answers it must get.
     *
     * @param parameters in the function's order
     * @param items what is asked, and the answers
     * @param total what the players of the stream own afterwards
     */
    record Batch(Array[] parameters, List<Play> items, long total) {}

    /** An array of its own type goes over the wire in binary. */
    <T> Array array(String type, List<Play> items, IntFunction<T[]> empty, Function<Play, T> field)
            throws SQLException {
        return array(type, items.stream().map(field).toArray(empty));
    }

    /** As {@link #array(String, List, IntFunction, Function)}. */
    Array array(String type, Object[] values) throws SQLException {
        return connection.createArrayOf(type, values);
    }

    /** Books a batch and compares every answer with what it must be. */
    void book(Batch batch, AnswerCounts findings) throws SQLException {
        for (int i = 0; i < PARAMETERS; i++) {
            book.setArray(i + 1, batch.parameters()[i]);
        }
        try (ResultSet row = book.executeQuery()) {
            row.next();
            Object[] outcomes = (Object[]) row.getArray(1).getArray();
            Object[] balances = (Object[]) row.getArray(2).getArray();
            Object[] times = (Object[]) row.getArray(3).getArray();
            if (outcomes.length != batch.items().size()) {
                findings.wrong(outcomes.length + " answers to " + batch.items().size() + " items");
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                compare(batch, i, new Answer(outcomes[i], balances[i], times[i]), findings);
            }
        }
    }

    private record Answer(Object outcome, Object balance, Object time) {}

    private static void compare(Batch batch, int item, Answer answer, AnswerCounts findings) {
        Play expected = batch.items().get(item);
        boolean isMismatch = expected.outcome == Outcome.DUPLICATE_MISMATCH;
        boolean isRight = ((Number) answer.outcome()).intValue() == expected.outcome.code()
                && answer.balance() instanceof Long balance
                && balance == expected.balance
                && (answer.time() == null) == isMismatch;
        if (isRight) {
            findings.right(expected.outcome.code());
        } else {
            findings.wrong("item " + item + " of " + batch.items().size() + ": expected " + expected.outcome.label()
                    + " balance " + expected.balance + ", got " + answer);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
