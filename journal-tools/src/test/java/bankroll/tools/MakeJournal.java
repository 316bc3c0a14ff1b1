package bankroll.tools;

import bankroll.journal.JournalContext;
import java.nio.file.Path;

/** Makes a large journal to measure the tools with: {@code MakeJournal DIR BOOKINGS PLAYERS}. */
final class MakeJournal {
    private MakeJournal() {}

    public static void main(final String[] args) {
        final JournalContext context = new JournalContext().directory(Path.of(args[0]).resolve("journal"));
        final long startNs = System.nanoTime();
        try (JournalScript script = new JournalScript(context)) {
            new RandomLife(script, 1, Integer.parseInt(args[2]), 500)
                    .begin()
                    .live(Long.parseLong(args[1]));
            System.out.println(script.sequence() + " entries, "
                    + Long.parseLong(args[1]) * 1_000_000_000 / (System.nanoTime() - startNs) + " bookings/s, digest "
                    + script.ledger().digest());
        }
    }
}
