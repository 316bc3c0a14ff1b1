package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds a platform's key chooses ids and details: none of them may play tricks with the terminal of who reads them. */
class HostileTextTest {
    /** Clears the screen on a terminal that knows C1 controls, and turns the writing direction. */
    private static final String TRICKS = "\u009b2J\u202e";

    private static final String SHOWN = "\\u009b2J\\u202e";

    @TempDir
    Path temporary;

    private Path data;
    private Path other;
    private Path list;

    @BeforeEach
    void bookWithTricks() throws IOException {
        data = temporary.resolve("data");
        other = temporary.resolve("other");
        write(data, "g", false);
        write(other, "h", true);
        list = Files.writeString(
                temporary.resolve("list.csv"),
                "transaction_id,type,amount,currency,player_id\nt" + TRICKS + ",debit,9,EUR,p" + TRICKS + "\n");
    }

    private static void write(Path directory, String game, boolean isForged) {
        try (JournalScript script = new JournalScript(directory)) {
            String player = "p" + TRICKS;
            script.open(player).deposit(player, 1_000);
            String session = script.session(player, "g" + TRICKS);
            if (isForged) {
                script.forgeNext(5, 0);
            }
            script.book(Bet.debit("t" + TRICKS, player, session, 100)
                    .game(game + TRICKS)
                    .round("r" + TRICKS)
                    .details("{\"a\":\t\"" + TRICKS + "\"}"));
            script.force();
        }
    }

    @Test
    void shouldBeShownWithoutItsTricks() {
        for (Called called : Stream.<Object[]>of(
                        new Object[] {"dump", data, "--details"},
                        new Object[] {"trace", data, "t" + TRICKS},
                        new Object[] {"report", "ggr", data, "--open-rounds", "1"},
                        new Object[] {"state", data, "--player", "p" + TRICKS},
                        new Object[] {"diff", data, other},
                        new Object[] {"reconcile", data, list, "--platform", "alpha"},
                        new Object[] {"verify", other})
                .map(words -> journal(words))
                .toList()) {
            assertEquals(
                    List.of(),
                    (called.out() + called.err())
                            .codePoints()
                            .filter(c -> c != '\n' && TRICKS.indexOf(c) >= 0 && c > 0x7f)
                            .boxed()
                            .toList(),
                    called::toString);
            assertTrue((called.out() + called.err()).contains(SHOWN), called::toString);
        }
    }

    /** What the proof of a rebuild finds is told as its error. */
    @Test
    void shouldBeShownWithoutItsTricksInAnErrorToo() {
        Called replayed = journal("replay", other, temporary.resolve("new"));

        assertEquals(1, replayed.exitCode(), replayed::toString);
        assertEquals(-1, replayed.err().indexOf(0x202e), replayed::toString);
    }
}
