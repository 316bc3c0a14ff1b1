package bankroll.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.testkit.MemoryReader;
import bankroll.tools.console.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

/** Two journals, one of which differs in a single part of a single entry. */
class ComparisonTest {
    private static final long TIME_MS = 1_767_225_600_000L;

    private final Frames a = new Frames().add("anna").add("ben").add("cleo");
    private final Frames b = new Frames();

    @Test
    void shouldFindTheSameInTwoThatAreTheSame() {
        b.add("anna").add("ben").add("cleo");
        for (boolean contentsOnly : new boolean[] {false, true}) {
            Comparison same = compare(contentsOnly);
            assertEquals(3, same.equal());
            assertEquals(0, same.partedAt());
            assertEquals(List.of(), same.differences());
            assertFalse(same.hasMoreA() || same.hasMoreB());
        }
    }

    @Test
    void shouldPartAtALinkUnlessOnlyContentsCount() {
        b.add("anna").chain(new ChainHead(1, new byte[32])).add("ben").add("cleo");

        Comparison bytes = compare(false);
        assertEquals(1, bytes.equal());
        assertEquals(2, bytes.partedAt());
        assertEquals(List.of("chain"), fields(bytes));

        Comparison contents = compare(true);
        assertEquals(3, contents.equal());
        assertEquals(0, contents.partedAt());
    }

    @Test
    void shouldPartAtATime() {
        b.add("anna").later(1).add("ben").add("cleo");
        shouldPartAt(2, "time");
    }

    @Test
    void shouldPartAtACommandOfTheSameLength() {
        b.add("anna").add("bob").add("cleo");
        shouldPartAt(2, "player_id", "command_bytes");
    }

    @Test
    void shouldPartAtALongerCommand() {
        b.add("anna").add("benedict").add("cleo");
        shouldPartAt(2, "player_id", "command_bytes");
    }

    /** The padding hides it from the length of the frame. */
    @Test
    void shouldPartAtACommandThatIsLongerWithinItsPadding() {
        Frames shorter = new Frames().raw("anna", 1).raw("ben", 1);
        b.raw("anna", 1).raw("ben", 2);
        assertEquals(shorter.length(1), b.length(1), "the frames are of one length");
        Comparison comparison = new Comparison(true).run(shorter, b, 1, Progress.none());
        assertEquals(2, comparison.partedAt());
    }

    @Test
    void shouldPartAtAnOutcome() {
        b.add("anna").outcome(Outcome.RETRY).add("ben").add("cleo");
        shouldPartAt(2, "status", "outcome_bytes");
    }

    @Test
    void shouldPartAtTheVeryLastBytesOfTheOutcomes() {
        b.add("anna").lastOfOutcome(1).add("ben").add("cleo");
        shouldPartAt(2, "outcome_bytes");
    }

    @Test
    void shouldSayWhichOneGoesOn() {
        b.add("anna").add("ben");
        Comparison comparison = compare(false);
        assertEquals(2, comparison.equal());
        assertTrue(comparison.hasMoreA());
        assertFalse(comparison.hasMoreB());

        Comparison reverse = new Comparison(false).run(b, a, 1, Progress.none());
        assertFalse(reverse.hasMoreA());
        assertTrue(reverse.hasMoreB());
        assertEquals(0, reverse.partedAt());
    }

    @Test
    void shouldBeginWhereItIsTold() {
        b.add("bob").add("ben").add("cleo");
        assertEquals(1, compare(true).partedAt());
        Comparison comparison = new Comparison(true).run(a, b, 2, Progress.none());
        assertEquals(2, comparison.equal());
        assertEquals(0, comparison.partedAt());
    }

    private Comparison compare(boolean contentsOnly) {
        return new Comparison(contentsOnly).run(a, b, 1, Progress.none());
    }

    private void shouldPartAt(long sequence, String... fields) {
        for (boolean contentsOnly : new boolean[] {false, true}) {
            Comparison comparison = compare(contentsOnly);
            assertEquals(sequence, comparison.partedAt());
            assertEquals(sequence - 1, comparison.equal());
            assertTrue(
                    fields(comparison).containsAll(List.of(fields)),
                    () -> fields(comparison).toString());
        }
    }

    private static List<String> fields(Comparison comparison) {
        return comparison.differences().stream()
                .map(row -> row.toJson().replaceFirst(".*\"field\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    /** A journal in memory: players who are opened, one an entry. */
    private static final class Frames implements JournalSource {
        private static final IdHasher HASHER = new IdHasher(new HashKey(1, 2), "");

        private final Frame.Sealer sealer = new Frame.Sealer();
        private final List<byte[]> frames = new ArrayList<>();
        private Outcome outcome = Outcome.OK;
        private long timeMs = TIME_MS;
        private int lastOfOutcome;

        Frames add(String player) {
            return raw(player, 0);
        }

        /** With so many bytes behind the command that no item reads. */
        Frames raw(String player, int more) {
            ExpandableArrayBuffer frame = new ExpandableArrayBuffer(1024);
            int item = CommandHeader.put(frame, Frame.HEADER_LENGTH, CommandType.PLAYERS, 1, Origin.SYSTEM);
            Profile profile = new Profile(player, null, null, null, null);
            int command = PlayerItem.put(frame, item, HASHER, "EUR", profile) - Frame.HEADER_LENGTH + more;
            int outcomes = Frame.outcomesOffset(command);
            OutcomeRecord.start(frame, outcomes, outcome, Effect.NONE, Anomaly.NONE);
            if (lastOfOutcome != 0) {
                frame.putByte(outcomes + OutcomeRecord.BYTES - 1, (byte) lastOfOutcome);
            }
            int length = sealer.seal(frame, 0, command, OutcomeRecord.BYTES, timeMs);
            frames.add(Arrays.copyOf(frame.byteArray(), length));
            outcome = Outcome.OK;
            lastOfOutcome = 0;
            return this;
        }

        Frames chain(ChainHead head) {
            sealer.chain((frame, at) -> head.put(frame, at));
            return this;
        }

        Frames later(long ms) {
            timeMs += ms;
            return this;
        }

        Frames outcome(Outcome next) {
            outcome = next;
            return this;
        }

        Frames lastOfOutcome(int value) {
            lastOfOutcome = value;
            return this;
        }

        int length(int index) {
            return frames.get(index).length;
        }

        @Override
        public long firstSequence() {
            return 1;
        }

        @Override
        public JournalReader reader(long fromSequence) {
            return new MemoryReader(frames, fromSequence);
        }

        @Override
        public FrameLookup lookup() {
            throw new UnsupportedOperationException("nobody looks anything up here");
        }
    }
}
