package bankroll.tools.report;

import java.util.HashMap;
import java.util.Map;

/** Which currency a player's account has. A player is opened once; what comes later changes nothing. One thread. */
final class PlayerCurrencies {
    private final Map<Hash, Integer> currencies = new HashMap<>();

    void put(long high, long low, int currency) {
        currencies.putIfAbsent(new Hash(high, low), currency);
    }

    /** The currency's number of a player whose money moved. */
    int get(long high, long low) {
        Integer currency = currencies.get(new Hash(high, low));
        if (currency == null) {
            throw new IllegalStateException("money of a player moved who was never opened: run verify");
        }
        return currency;
    }
}
