package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.protocol.Rfc3339;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {
    private static final int LAST_FORCED = 700;

    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static Path good;
    private static Path killed;
    private static String digest;
    private static long last;
    private static String lastTime;

    /** One journal that was closed, over several files, and one whose process was killed behind a force. */
    @BeforeAll
    static void writeJournals() throws IOException {
        good = shared.resolve("good");
        try (JournalScript script = new JournalScript(good)) {
            RandomLife life = new RandomLife(script, 5, 40, 20).begin().live(15_000);
            digest = script.ledger().digest();
            last = script.sequence();
            lastTime = Rfc3339.format(script.ledger().timeMs());
            life.live(0);
        }
        Path live = shared.resolve("live");
        try (JournalScript script = new JournalScript(live)) {
            RandomLife life = new RandomLife(script, 6, 10, 3).begin();
            while (script.sequence() < LAST_FORCED) {
                life.live(1);
            }
            script.force();
            life.live(60);
            killed = FrameSurgery.copy(live, shared.resolve("killed"));
        }
    }

    private Path copyOf(Path data) throws IOException {
        return FrameSurgery.copy(data, temporary.resolve("copy"));
    }

    @Test
    void shouldProveAGoodJournal() throws IOException {
        Called called = journal("verify", good, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("good", called.value("result"));
        assertEquals(digest, called.value("digest"));
        assertEquals(Long.toString(last), called.value("entries"));
        assertEquals(lastTime, called.value("last time"));
        assertTrue(FrameSurgery.files(good).size() > 2, "the journal must have several files");
    }

    @Test
    void shouldAnswerInJson() {
        Called called = journal("verify", good, "--json", "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.out().startsWith("{\"directory\":"), called::toString);
        assertTrue(called.out().contains("\"last_sequence\":" + last + ","), called::toString);
        assertTrue(called.out().contains("\"digest\":\"" + digest + "\""), called::toString);
        assertTrue(called.out().contains("\"result\":\"good\"}"), called::toString);
    }

    @Test
    void shouldTakeTheJournalDirectoryItself() {
        assertEquals(0, journal("verify", good.resolve("journal"), "--quiet").exitCode());
    }

    @Test
    void shouldProveWhatAKilledProcessLeft() {
        Called called = journal("verify", killed, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
    }

    @Test
    void shouldProveAnEmptyJournal() throws IOException {
        Path empty = Files.createDirectories(temporary.resolve("journal"));
        Files.createFile(empty.resolve("forced.mark.tmp"));
        Files.createDirectories(empty.resolve("00000001"));

        Called called = journal("verify", temporary, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("0", called.value("entries"));
    }

    @Test
    void shouldNameTheFrameWithAFlippedByteInEachOfItsParts() throws IOException {
        int outcomes = 320;
        int[] places = {0, 4, 6, 8, 12, 16, 24, 32, 40, 48, Frame.HEADER_LENGTH + 9, outcomes};
        for (int place : places) {
            Path data = FrameSurgery.copy(good, temporary.resolve("flip-" + place));
            FrameSurgery.frame(data, 200).flip(place);

            Called called = journal("verify", data, "--quiet");

            assertEquals(1, called.exitCode(), () -> "byte " + place + ": " + called);
            assertTrue(called.out().contains("DAMAGED"), () -> "byte " + place + ": " + called);
            assertTrue(called.out().contains("where sequence 200 must stand"), () -> "byte " + place + ": " + called);
            assertTrue(called.out().contains("entries up to 199 are good"), () -> "byte " + place + ": " + called);
        }
    }

    @Test
    void shouldNameTheFrameWithAFlippedTrailer() throws IOException {
        Path data = copyOf(good);
        FrameSurgery frame = FrameSurgery.frame(data, 200);
        frame.flip(frame.length() - 1);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("where sequence 200 must stand"), called::toString);
    }

    @Test
    void shouldCallATornTailTorn() throws IOException {
        Path data = copyOf(killed);
        FrameSurgery tail = FrameSurgery.frame(data, LAST_FORCED + 10);
        tail.zero(tail.length() / 2, tail.length() - tail.length() / 2);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("torn tail"), called::toString);
        assertTrue(called.out().contains("entries up to " + (LAST_FORCED + 9) + " are good"), called::toString);
    }

    @Test
    void shouldCallDamageInWhatWasForcedDamage() throws IOException {
        Path data = copyOf(killed);
        FrameSurgery.frame(data, LAST_FORCED - 3).flip(100);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("DAMAGED"), called::toString);
    }

    @Test
    void shouldMissWhatWasForcedAndIsGone() throws IOException {
        Path data = copyOf(killed);
        FrameSurgery frame = FrameSurgery.frame(data, LAST_FORCED - 3);
        frame.zero(-4, 4);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("had been forced to disk"), called::toString);
    }

    @Test
    void shouldMissAFileInTheMiddle() throws IOException {
        Path data = copyOf(good);
        Files.delete(FrameSurgery.files(data).get(1));

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue((called.out() + called.err()).contains(".cq4"), called::toString);
    }

    @Test
    void shouldMeetAHeadThatWasNotedEarlier() {
        String head = head(good);

        Called called = journal("verify", good, "--quiet", "--expect-head", head);

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.out().contains("met: entries 1 to"), called::toString);
    }

    @Test
    void shouldNotMeetTheHeadOfAnotherHistory() {
        String head = head(good);
        String other = head.substring(0, head.length() - 1) + (head.endsWith("0") ? "1" : "0");

        Called called = journal("verify", good, "--quiet", "--expect-head", other);

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("NOT MET"), called::toString);
    }

    @Test
    void shouldNotReachAHeadBeyondTheEnd() {
        String head = "999999" + head(good).replaceFirst("\\d+", "");

        Called called = journal("verify", good, "--quiet", "--expect-head", head);

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("NOT REACHED"), called::toString);
    }

    @Test
    void shouldRefuseNonsenseAsHead() {
        Called called = journal("verify", good, "--expect-head", "12:xyz");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is no chain head"), called::toString);
    }

    private static String head(Path data) {
        return journal("info", data, "--quiet").value("chain head");
    }
}
