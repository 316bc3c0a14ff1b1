package bankroll.tools;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.TransferType;
import java.nio.file.Path;

/** One short evening at the casino, the same every time: what most tests of the tools look at. */
final class Story {
    static final long SECOND = 1_000;
    static final long DAY = 86_400_000;

    private Story() {}

    /** Writes it; the sequences are in the comments. */
    static String write(Path data) {
        try (JournalScript script = new JournalScript(data)) { // 1
            script.open("anna"); // 2
            script.open("Zoë \"Z\"", "USD"); // 3
            script.transfer("t-1", "anna", TransferType.DEPOSIT, 1_000, "EUR"); // 4
            String session = script.session("anna", "slots"); // 5 code, 6 session
            script.advance(SECOND);
            script.debit("d-1", "anna", session, 100); // 7
            script.advance(SECOND);
            script.credit("c-1", "anna", 250, "d-1"); // 8
            script.book( // 9
                    Bet.debit("d-2", "anna", session, 50).details("{\"lines\":\n[1, 2]}"),
                    Bet.debit("d-3", "anna", session, 5_000),
                    Bet.rollback("r-2", "anna", "d-2"),
                    Bet.rollback("r-9", "anna", "d-9"));
            script.advance(DAY);
            script.debit("d-9", "anna", session, 1); // 10: came after its rollback
            script.platform("beta");
            String second = script.session("anna", "poker"); // 11, 12
            script.book(Bet.debit("d-1", "anna", second, 30).game("poker").round("table-7")); // 13
            script.debit("d-1", "anna", second, 31); // 14: another content
            script.block("anna"); // 15
            script.debit("d-4", "anna", second, 1); // 16: blocked
            script.unblock("anna"); // 17
            script.limit("anna", LimitSlot.WAGER_DAY, 500); // 18
            script.rename("anna", "Änne"); // 19
            script.closeSession(second); // 20
            script.closeSessions("anna"); // 21
            script.transfer("t-2", "anna", TransferType.WITHDRAWAL, 20, "EUR"); // 22
            script.transfer("t-3", "anna", TransferType.ADJUSTMENT, -5, "EUR"); // 23
            script.transfer("t-4", "anna", TransferType.DEPOSIT, 1, "USD"); // refused, not recorded
            return script.ledger().digest();
        }
    }
}
