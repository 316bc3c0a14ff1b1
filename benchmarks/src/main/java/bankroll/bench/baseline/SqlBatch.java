package bankroll.bench.baseline;

import java.sql.Array;

/**
 * One call of {@code book}, encoded for the wire ahead of the clock, and the answers it must get.
 *
 * @param parameters in the function's order
 * @param outcomes code of each item's outcome
 * @param balances each item's balance
 * @param total what the players of the stream own afterwards
 */
record SqlBatch(Array[] parameters, byte[] outcomes, long[] balances, long total) {
    int items() {
        return outcomes.length;
    }
}
