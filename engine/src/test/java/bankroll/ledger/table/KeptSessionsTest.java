package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.LedgerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many sessions of an account are kept: what decides that one has to leave before another one is opened. */
class KeptSessionsTest {
    private static final long NOW_MS = 1_790_000_000_000L;
    private static final int ANN = 0;

    private final LedgerSettings atMostTwo = new LedgerSettings("UTC", 1_000, 1_000, 0, false, 2);
    private final Tables tables = new Tables(6, Table::mostRecords);

    @BeforeEach
    void givenAnn() {
        tables.players().open(1, 1, 0, 0, NOW_MS);
    }

    @AfterEach
    void close() {
        tables.close();
    }

    @Test
    void shouldNotCountOneThatWasClosed() {
        open(7);
        open(8);
        assertTrue(tables.sessions().isAtBound(ANN, atMostTwo));

        tables.sessions().close(tables.sessions().find(7, 7), atMostTwo, NOW_MS);

        assertFalse(tables.sessions().isAtBound(ANN, atMostTwo));
        assertEquals(1, tables.players().sessions(ANN));
        assertEquals(tables.sessions().find(8, 8), tables.players().oldestSession(ANN));
    }

    @Test
    void shouldCountThoseThatStayWhenAnotherBoundComesIntoForce() {
        open(7);
        open(8);

        tables.sessions().rebound(new LedgerSettings("UTC", 1_000, 1_000, 0, false, 1), NOW_MS);

        assertEquals(1, tables.players().sessions(ANN));
        assertEquals(tables.sessions().find(8, 8), tables.players().oldestSession(ANN));
    }

    private void open(long id) {
        tables.sessions().open(id, id, ANN, id, atMostTwo, NOW_MS);
    }
}
