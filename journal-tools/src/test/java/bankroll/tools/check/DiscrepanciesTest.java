package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.TransferType;
import bankroll.tools.Bet;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiscrepanciesTest {
    private final Discrepancies findings = new Discrepancies();

    @Test
    void shouldCountAllAndKeepTheFirstTwenty() {
        for (int i = 1; i <= 21; i++) {
            findings.add(i, "wrong");
        }

        assertEquals(21, findings.count());
        assertEquals(20, findings.rows().size());
        assertEquals(
                "{\"sequence\":20,\"what\":\"wrong\"}", findings.rows().get(19).toJson());
    }

    @Test
    void shouldNameAnItemByItsOwnIdOrByItsPlayer() {
        try (Entries entries = new Entries().open("anna").deposit("anna", 5)) {
            entries.book(Bet.credit("c", "anna", 1, null), Bet.credit("d", "anna", 1, null));
            entries.transfer("anna", TransferType.WITHDRAWAL, 2);
            for (long sequence = 2; sequence <= entries.last(); sequence++) {
                Item item = new Item().wrap(entries.frame(sequence), 0);
                while (item.next()) {
                    findings.add(item, "wrong");
                }
            }
        }

        assertEquals(
                List.of(
                        "player anna (item 0): wrong",
                        "deposit t-2 (item 0): wrong",
                        "credit c (item 0): wrong",
                        "credit d (item 1): wrong",
                        "withdrawal t-4 (item 0): wrong"),
                findings.rows().stream().map(row -> row.text("what")).toList());
        assertEquals("{\"sequence\":5", json(findings.rows().get(4)));
    }

    private static String json(Summary row) {
        return row.toJson().split(",")[0];
    }
}
