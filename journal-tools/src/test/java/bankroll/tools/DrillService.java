package bankroll.tools;

import bankroll.protocol.Outcome;
import java.nio.file.Path;

/** The process that the drill kills: books one bet after the other and prints each when it is acknowledged. */
final class DrillService {
    private DrillService() {}

    @SuppressWarnings("InfiniteLoopStatement")
    public static void main(final String[] args) {
        try (DrillEngine engine = new DrillEngine(Path.of(args[0]))) {
            final String session = engine.begin("anna", 1_000_000_000);
            for (int i = 1; ; i++) {
                final Outcome outcome = engine.book(bet(i, session));
                System.out.println(i + " " + outcome.label());
            }
        }
    }

    /** The bet of a number, always the same. */
    static Bet bet(final int number, final String session) {
        return number % 3 == 0
                ? Bet.credit("bet-" + number, "anna", number, "bet-" + (number - 1))
                : Bet.debit("bet-" + number, "anna", session, 2L * number);
    }
}
