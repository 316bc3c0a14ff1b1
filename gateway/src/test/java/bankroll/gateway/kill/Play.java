package bankroll.gateway.kill;

import bankroll.gateway.contract.kit.Item;
import java.util.List;

/**
 * A batch with the balance that each of its items leads to.
 *
 * @param items in order
 * @param balances after each of them
 * @param fresh those that were not sent before
 */
record Play(List<Item> items, List<Long> balances, List<Item> fresh) {

    /** The balance after all of them. */
    long end() {
        return balances.get(balances.size() - 1);
    }
}
