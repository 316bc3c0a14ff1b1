package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class LedgerIdTest {
    /** Noted in backups and run books: never another one for the same ledger. */
    @Test
    void shouldBeTheSameForEver() {
        assertEquals(
                "0c653bb85c5b75f5431c8e6060193d2e",
                LedgerId.of(new HashKey(1, 2)).toString());
    }

    @Test
    void shouldBeAnotherForEachSecret() {
        assertNotEquals(LedgerId.of(new HashKey(1, 2)), LedgerId.of(new HashKey(2, 1)));
    }
}
