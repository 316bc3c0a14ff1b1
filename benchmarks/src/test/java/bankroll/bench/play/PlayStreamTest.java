package bankroll.bench.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlayStreamTest {
    private static final Workload WORKLOAD = new Workload(3, "00000000", 1000, 4, 0.1, 0.9, Mix.parse(Mix.DEFAULT));

    @Test
    void shouldPlayTheSameForTheSameSeed() {
        PlayStream one = new PlayStream(WORKLOAD, 1);
        PlayStream other = new PlayStream(WORKLOAD, 1);
        Play first = new Play();
        Play second = new Play();
        for (int i = 0; i < 10_000; i++) {
            one.next(first);
            other.next(second);
            assertEquals(first.id, second.id);
            assertEquals(first.balance, second.balance);
        }
        assertEquals(one.total(), other.total());
    }

    @Test
    void shouldGiveHotPlayersTheirShare() {
        PlayStream plays = new PlayStream(WORKLOAD, 0);
        int hot = 0;
        for (int i = 0; i < 10_000; i++) {
            hot += plays.drawPlayer() < 25 ? 1 : 0;
        }
        assertTrue(hot > 8_800 && hot < 9_200, () -> "seed 3");
    }

    @Test
    void shouldGiveEachStreamItsOwnPlayers() {
        int players = 0;
        for (int stream = 0; stream < WORKLOAD.streams(); stream++) {
            players += WORKLOAD.playersOf(stream);
        }
        assertEquals(WORKLOAD.players(), players);
        assertEquals(4 * 7 + 2, WORKLOAD.player(2, 7));
    }

    @Test
    void shouldReadAMixAndNameWhatIsWrongWithOne() {
        assertEquals(Mix.DEFAULT, Mix.parse(Mix.DEFAULT).toString());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Mix.parse("debits=1"))
                .getMessage()
                .contains("debits"));
        assertThrows(IllegalArgumentException.class, () -> Mix.parse("credit=1"));
    }
}
