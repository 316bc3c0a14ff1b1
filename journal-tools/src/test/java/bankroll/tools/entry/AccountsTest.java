package bankroll.tools.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Held against a plain map: through growing, through hashes that want one place, and for players who aren't there. */
class AccountsTest {
    private record Key(long high, long low) {}

    private record Account(int currency, long balance) {}

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Accounts accounts = new Accounts();
    private final Map<Key, Account> model = new HashMap<>();

    @Test
    void shouldKeepEveryAccountWhileItGrows() {
        for (int i = 0; i < 10_000; i++) {
            open(new Key(random.nextLong(), random.nextLong()));
            bookSome();
        }
        compare();
        assertEquals(-1, accounts.find(random.nextLong(), random.nextLong()), () -> "-Dseed=" + seed);
    }

    /** They differ in the low half alone, or above what the index looks at: a long run of taken places, over the edge. */
    @Test
    void shouldTellAccountsApartThatWantOnePlace() {
        for (int i = 0; i < 1_000; i++) {
            open(new Key(0x3FF, i));
            open(new Key(0x3FF | (long) i + 1 << 40, 7));
        }
        compare();
        assertEquals(-1, accounts.find(0x3FF, 1_000));
        assertEquals(-1, accounts.find(0x3FE, 0));
    }

    @Test
    void shouldKnowAPlayerWhoseHashIsZeroAndTheFirstCurrency() {
        assertEquals(-1, accounts.find(0, 0));
        open(new Key(0, 0));
        assertNotEquals(-1, accounts.find(0, 0));
        assertEquals(-1, accounts.find(0, 1));
        compare();
    }

    private void open(Key key) {
        int currency = random.nextInt(3);
        int at = accounts.open(key.high, key.low, currency);
        assertEquals(0, accounts.balance(at), () -> "-Dseed=" + seed);
        model.put(key, new Account(currency, 0));
    }

    private void bookSome() {
        List<Key> keys = model.size() < 50 ? List.copyOf(model.keySet()) : List.of();
        for (Key key : keys) {
            long balance = random.nextLong();
            accounts.touch(key.high);
            accounts.balance(accounts.find(key.high, key.low), balance);
            model.put(key, new Account(model.get(key).currency, balance));
        }
    }

    private void compare() {
        model.forEach((key, account) -> {
            int at = accounts.find(key.high, key.low);
            assertNotEquals(-1, at, () -> key + " is lost; -Dseed=" + seed);
            assertEquals(account, new Account(accounts.currency(at), accounts.balance(at)), () -> "-Dseed=" + seed);
        });
    }
}
