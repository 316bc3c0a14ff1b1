package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.Ledger;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.tools.check.TrialBalances.CurrencyBooks;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two who keep the same books must say the same, side by side. */
class TrialBalancesTest {
    private final Ledger ledger = new Ledger(6);
    private final Discrepancies findings = new Discrepancies();
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "");

    @BeforeEach
    void book() {
        ExpandableArrayBuffer request = new ExpandableArrayBuffer();
        Origin origin = Origin.operator("test");
        int player = CommandHeader.put(request, 0, CommandType.PLAYERS, 1, origin);
        int end = PlayerItem.put(request, player, hasher, "EUR", new Profile("anna", null, null, null, null));
        ledger.execute(request, 0, end + 7 & ~7, 1);
        int transfer = CommandHeader.put(request, 0, CommandType.TRANSFERS, 1, origin);
        var deposit = new TransferItem.Transfer("t", "anna", TransferType.DEPOSIT, 100, false, "EUR", null);
        end = TransferItem.put(request, transfer, hasher, deposit);
        ledger.execute(request, 0, end + 7 & ~7, 1);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void shouldFindNothingWhereBothSayTheSame() {
        compare("100", "0", "-100", "0");

        assertEquals(0, findings.count());
    }

    @Test
    void shouldFindEachSideThatIsAnother() {
        compare("101", "0", "-100", "0");
        compare("100", "1", "-100", "0");
        compare("100", "0", "-99", "0");
        compare("100", "0", "-100", "1");

        assertEquals(4, findings.count());
        assertTrue(findings.rows().get(0).toJson().contains("is not that of the entries"));
    }

    @Test
    void shouldFindTheLedgerOfOwnAccountsWhole() {
        TrialBalances.requireWhole(ledger, findings);

        assertEquals(0, findings.count());
    }

    @Test
    void shouldFindBooksThatDoNotSumToZeroAndPlayersWhoOwnSomethingElse() {
        requireWhole("100", "1");
        requireWhole("99", "0");

        assertEquals(2, findings.count());
        assertTrue(findings.rows().get(0).toJson().contains("balances sum to 100"));
    }

    private void requireWhole(String players, String sum) {
        var line = new Answer.TrialBalance.Line("EUR", players, "0", "-100", "0", sum);
        TrialBalances.requireWhole(ledger, new Answer.TrialBalance(2, List.of(line)), findings);
    }

    private void compare(String players, String house, String cash, String adjustments) {
        CurrencyBooks ours = new CurrencyBooks();
        ours.start(new Answer.TrialBalance.Line("EUR", players, house, cash, adjustments, "0"));
        TrialBalances.compare(ledger, ours, findings);
    }
}
