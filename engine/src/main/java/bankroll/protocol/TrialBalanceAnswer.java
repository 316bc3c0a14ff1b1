package bankroll.protocol;

import java.util.List;

/**
 * The trial balance (operator API): what players own is positive, and every currency sums to zero.
 *
 * @param sequence of the last entry in it
 * @param currencies in the order in which they were first used
 */
public record TrialBalanceAnswer(long sequence, List<Line> currencies) implements Answer {
    /**
     * One currency; all are exact integers.
     *
     * @param currency its code
     * @param players what players own
     * @param house what play brought in, negative: owed by the house to players
     * @param cash what was paid in, negative
     * @param adjustments what was given away, negative
     * @param sum zero
     */
    public record Line(String currency, String players, String house, String cash, String adjustments, String sum) {}
}
