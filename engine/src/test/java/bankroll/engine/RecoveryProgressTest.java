package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.Recovery.Progress.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryProgressTest {
    private long nowNs = Long.MAX_VALUE - 1_000;
    private final Recovery.Progress progress = new Recovery.Progress(() -> nowNs);

    @Test
    void shouldSayEveryTwoSecondsHowFarItIsHowFastAndHowLongItTakes() {
        try (Logged logged = new Logged(Recovery.class)) {
            progress.begin(Step.REPLAY, 1_024, 4_096);
            for (long sequence = 1_280; sequence <= 4_096; sequence += 256) {
                nowNs += 256 * 4_000_000L;
                progress.at(sequence);
            }

            assertEquals(
                    List.of(
                            "INFO Recovering: entry 1536 of 4096 (37 %), 250 entries/s, 10 s left.",
                            "INFO Recovering: entry 2048 of 4096 (50 %), 250 entries/s, 8 s left.",
                            "INFO Recovering: entry 2560 of 4096 (62 %), 250 entries/s, 6 s left.",
                            "INFO Recovering: entry 3072 of 4096 (75 %), 250 entries/s, 4 s left.",
                            "INFO Recovering: entry 3584 of 4096 (87 %), 250 entries/s, 2 s left.",
                            "INFO Recovering: entry 4096 of 4096 (100 %), 250 entries/s, 0 s left."),
                    logged.lines());
        }
    }

    @Test
    void shouldSayHowManyFilesOfTheJournalAreLookedAt() {
        progress.at(Step.JOURNAL, 1, 400);
        pass(1_000, 101);

        assertEquals("the journal is opened: file 101 of 400 (25 %), 101 files/s, 3 s left", words());

        progress.at(Step.JOURNAL, 1, 400);
        assertEquals("the journal is opened: file 1 of 400 (0 %)", words());
    }

    @Test
    void shouldReckonWithThePaceOfTheLastTwoSeconds() {
        progress.begin(Step.REPLAY, 0, 4_096);
        pass(2_048, 2_048);
        assertEquals("entry 2048 of 4096 (50 %), 1000 entries/s, 2 s left", words());
        pass(2_048, 2_304);
        assertEquals("entry 2304 of 4096 (56 %), 125 entries/s, 14 s left", words());
    }

    @Test
    void shouldSayWhatItKnowsBeforeTwoSecondsHavePassed() {
        assertEquals("the journal is opened", words());
        progress.begin(Step.REPLAY, 0, 400);
        assertEquals("entry 0 of 400 (0 %)", words());
        assertEquals(Double.NaN, progress.standing().secondsLeft());

        pass(100, 100);

        assertEquals("entry 100 of 400 (25 %), 1000 entries/s, 0 s left", words());
        assertEquals(0.3, progress.standing().secondsLeft(), 1e-9);
    }

    @Test
    void shouldTellEachStepsShare() {
        progress.at(Step.SNAPSHOT, 250, 1_000);
        assertEquals(List.of(0.25, 0.0, 0.0), shares());
        progress.begin(Step.REPLAY, 30, 40);
        assertEquals(List.of(1.0, 0.75, 0.0), shares());
        progress.begin(Step.DONE, 0, 0);
        assertEquals(List.of(1.0, 1.0, 1.0), shares());
        assertEquals(0, progress.standing().secondsLeft());
        assertEquals("the journal is recovered", words());
    }

    @Test
    void shouldBeginAnewWithAnotherSnapshot() {
        progress.at(Step.SNAPSHOT, 900, 1_000);
        pass(1_000, 950);
        progress.at(Step.SNAPSHOT, 0, 500);

        assertEquals("the snapshot's byte 0 of 500 (0 %)", words());
    }

    private void pass(long ms, long done) {
        nowNs += ms * 1_000_000;
        progress.at(done);
    }

    private String words() {
        return progress.standing().words();
    }

    private List<Double> shares() {
        return List.of(Step.SNAPSHOT, Step.REPLAY, Step.CHAIN).stream()
                .map(step -> progress.standing().ratio(step))
                .toList();
    }
}
