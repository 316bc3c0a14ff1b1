package bankroll.bench.baseline;

import bankroll.bench.load.AnswerCounts;
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

    /** One item of a batch: a field for each parameter of {@code book} but the first, places counted from 1. */
    static final class Item {
        Integer slot;
        Integer same;
        Integer target;
        Integer reference;
        Integer named;
        String id;
        Short type;
        String session;
        Long amount = 0L;
        String currency;
        String game;
        String round;
        String referenceId;
        Long createdMs;
    }

    /**
     * One call of {@code book}, encoded for the wire ahead of the clock, and the answers it must get.
     *
     * @param parameters in the function's order
     * @param outcomes code of each item's outcome
     * @param balances each item's balance
     * @param total what the players of the stream own afterwards
     */
    record Batch(Array[] parameters, byte[] outcomes, long[] balances, long total) {
        int items() {
            return outcomes.length;
        }
    }

    /** Encodes a batch as the parameters of {@code book}. */
    Array[] arrays(String[] players, List<Item> items) throws SQLException {
        return new Array[] {
            connection.createArrayOf("text", players),
            array("int4", items, Integer[]::new, item -> item.slot),
            array("int4", items, Integer[]::new, item -> item.same),
            array("int4", items, Integer[]::new, item -> item.target),
            array("int4", items, Integer[]::new, item -> item.reference),
            array("int4", items, Integer[]::new, item -> item.named),
            array("text", items, String[]::new, item -> item.id),
            array("int2", items, Short[]::new, item -> item.type),
            array("text", items, String[]::new, item -> item.session),
            array("int8", items, Long[]::new, item -> item.amount),
            array("text", items, String[]::new, item -> item.currency),
            array("text", items, String[]::new, item -> item.game),
            array("text", items, String[]::new, item -> item.round),
            array("text", items, String[]::new, item -> item.referenceId),
            array("int8", items, Long[]::new, item -> item.createdMs)
        };
    }

    /** An array of its own type goes over the wire in binary. */
    private <T> Array array(String type, List<Item> items, IntFunction<T[]> empty, Function<Item, T> field)
            throws SQLException {
        return connection.createArrayOf(type, items.stream().map(field).toArray(empty));
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

    private static void compare(Batch batch, int item, Answer answer, AnswerCounts findings) {
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
