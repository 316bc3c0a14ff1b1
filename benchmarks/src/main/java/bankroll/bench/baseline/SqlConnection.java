package bankroll.bench.baseline;

import bankroll.bench.load.AnswerCounts;
import bankroll.protocol.Outcome;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** One connection with {@code book} prepared: a call is a transaction of its own. One thread. */
final class SqlConnection implements AutoCloseable {
    private static final int PARAMETERS = 15;

    private final Connection connection;
    private final PreparedStatement book;

    SqlConnection(Connection connection) throws SQLException {
        this.connection = connection;
        book = connection.prepareStatement("select * from book(" + "?,".repeat(PARAMETERS - 1) + "?)");
    }

    /** Encodes a batch as the parameters of {@code book}. */
    Array[] arrays(String[] players, SqlColumns columns) throws SQLException {
        return new Array[] {
            array("text", players),
            array("int4", columns.slots),
            array("int4", columns.same),
            array("int4", columns.target),
            array("int4", columns.reference),
            array("int4", columns.named),
            array("text", columns.ids),
            array("int2", columns.types),
            array("text", columns.sessions),
            array("int8", columns.amounts),
            array("text", columns.currencies),
            array("text", columns.games),
            array("text", columns.rounds),
            array("text", columns.references),
            array("int8", columns.createdMs)
        };
    }

    private Array array(String type, Object[] elements) throws SQLException {
        return connection.createArrayOf(type, elements);
    }

    /** Books a batch and compares every answer with what it must be. */
    void book(SqlBatch batch, AnswerCounts findings) throws SQLException {
        for (int i = 0; i < PARAMETERS; i++) {
            book.setArray(i + 1, batch.parameters()[i]);
        }
        try (ResultSet row = book.executeQuery()) {
            row.next();
            Object[] outcomes = (Object[]) row.getArray(1).getArray();
            Object[] balances = (Object[]) row.getArray(2).getArray();
            Object[] times = (Object[]) row.getArray(3).getArray();
            if (outcomes.length != batch.items()) {
                findings.wrong(outcomes.length + " answers to " + batch.items() + " items");
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                compare(batch, i, new Answer(outcomes[i], balances[i], times[i]), findings);
            }
        }
    }

    private record Answer(Object outcome, Object balance, Object time) {}

    private static void compare(SqlBatch batch, int item, Answer answer, AnswerCounts findings) {
        int expected = batch.outcomes()[item];
        boolean isMismatch = expected == Outcome.DUPLICATE_MISMATCH.code();
        boolean isRight = ((Number) answer.outcome()).intValue() == expected
                && answer.balance() instanceof Long balance
                && balance == batch.balances()[item]
                && (answer.time() == null) == isMismatch;
        if (isRight) {
            findings.right(expected);
        } else {
            findings.wrong("item " + item + " of " + batch.items() + ": expected "
                    + Outcome.of(expected).label() + " balance " + batch.balances()[item] + ", got " + answer);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
