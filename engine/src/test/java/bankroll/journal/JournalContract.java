package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.JournalStore.RecoveredJournal;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every journal does, whatever it is made of. */
public abstract class JournalContract {
    protected final FrameScript script = FrameScript.small();

    /** Opens the one journal of this test, again after a close. */
    protected abstract JournalStore open();

    @Test
    void shouldBeginEmpty() {
        try (JournalStore store = open()) {
            assertEquals(RecoveredJournal.EMPTY, store.recovered());
            assertEquals(1, store.firstSequence());
            try (JournalReader reader = store.reader(1)) {
                assertFalse(reader.next());
                assertEquals(0, reader.sequence());
            }
        }
    }

    @Test
    void shouldReadWhatWasAppended() {
        try (JournalStore store = open()) {
            script.append(store.journal(), 100);

            assertEquals(sequences(1, 100), read(store, 1));
            assertEquals(100, store.journal().lastAppended());
        }
    }

    @Test
    void shouldReadFromAnySequence() {
        try (JournalStore store = open()) {
            script.append(store.journal(), 100);

            for (int from = 1; from <= 101; from++) {
                assertEquals(sequences(from, 100), read(store, from));
            }
        }
    }

    @Test
    void shouldRefuseAReaderBehindTheTail() {
        try (JournalStore store = open()) {
            script.append(store.journal(), 10);

            try (JournalReader reader = store.reader(12)) {
                assertThrows(IllegalArgumentException.class, reader::next);
            }
        }
    }

    @Test
    void shouldFollowTheWriter() {
        try (JournalStore store = open();
                JournalReader reader = store.reader(1)) {
            assertFalse(reader.next());
            for (int round = 0; round < 20; round++) {
                script.append(store.journal(), 10);
                assertEquals(sequences(round * 10 + 1, round * 10 + 10), script.readAll(reader));
            }
        }
    }

    @Test
    void shouldContinueTheSequenceAfterARestart() {
        for (int start = 0; start < 3; start++) {
            try (JournalStore store = open()) {
                assertEquals(start * 50, store.recovered().lastSequence());
                assertEquals(script.lastCrc(), store.recovered().lastCrc());
                assertEquals(
                        start == 0 ? 0 : 1_000 + start * 50, store.recovered().lastTimeMs());
                assertEquals(List.of(), store.recovered().warnings());
                script.append(store.journal(), 50);
            }
        }
        try (JournalStore store = open()) {
            assertEquals(sequences(1, 150), read(store, 1));
            assertEquals(sequences(75, 150), read(store, 75));
        }
    }

    @Test
    void shouldForceWhatWasAppendedBefore() {
        try (JournalStore store = open()) {
            Journal journal = store.journal();
            assertEquals(0, journal.force());
            script.append(journal, 3);
            assertEquals(0, journal.lastForced());

            assertEquals(3, journal.force());
            assertEquals(3, journal.lastForced());
        }
    }

    @Test
    void shouldForceAtTheClose() {
        try (JournalStore store = open()) {
            script.append(store.journal(), 7);
            store.close();
            assertEquals(7, store.journal().lastForced());
        }
        try (JournalStore store = open()) {
            assertEquals(7, store.recovered().forcedSequence());
        }
    }

    @Test
    void shouldFindFramesBySequenceWhileTheWriterGoesOn() {
        try (JournalStore store = open();
                FrameLookup lookup = store.lookup()) {
            assertFalse(lookup.find(1));
            for (int round = 1; round <= 5; round++) {
                script.append(store.journal(), 100);
                for (long sequence = round * 100; sequence >= 1; sequence -= 7) {
                    assertTrue(lookup.find(sequence));
                    assertEquals(sequence, Frame.sequence(lookup.buffer(), lookup.offset()));
                    assertTrue(script.isFrame(
                            lookup.buffer(), lookup.offset(), Frame.length(lookup.buffer(), lookup.offset())));
                }
                assertFalse(lookup.find(round * 100 + 1));
            }
            assertFalse(lookup.find(0));
        }
    }

    @Test
    void shouldRefuseASequenceThatDoesNotFollowAndEverythingAfter() {
        try (JournalStore store = open()) {
            Journal journal = store.journal();
            script.append(journal, 1);
            int length = script.sealNext();

            assertThrows(JournalFailure.class, () -> journal.append(script.buffer(), 0, length, 3));
            assertThrows(JournalFailure.class, () -> journal.append(script.buffer(), 0, length, 2));
            assertThrows(JournalFailure.class, journal::force);
        }
    }

    @Test
    void shouldTakeTheLongestFrameAndTheShortest() {
        FrameScript sizes = new FrameScript(sequence -> sequence % 2 == 0 ? 0 : 60_000);
        try (JournalStore store = open()) {
            sizes.append(store.journal(), 40);

            try (JournalReader reader = store.reader(1)) {
                assertEquals(sequences(1, 40), sizes.readAll(reader));
            }
        }
    }

    protected final List<Long> read(JournalStore store, long from) {
        try (JournalReader reader = store.reader(from)) {
            return script.readAll(reader);
        }
    }

    protected static List<Long> sequences(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }
}
