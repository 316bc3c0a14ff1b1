package bankroll.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class TextTest {
    private static String written(Consumer<TextBuffer> writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TextBuffer text = new TextBuffer(bytes)) {
            writing.accept(text);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static UnsafeBuffer utf8(String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWriteNumbersAsJavaDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            assertEquals(Long.toString(number), written(text -> text.number(number)), "seed " + seed);
            assertEquals(Long.toUnsignedString(number), written(text -> text.unsigned(number)), "seed " + seed);
        }
        assertEquals(
                "9999999999999999999", written(text -> text.unsigned(Long.parseUnsignedLong("9999999999999999999"))));
        assertEquals("18446744073709551615", written(text -> text.unsigned(-1)));
        assertEquals("-9223372036854775808", written(text -> text.number(Long.MIN_VALUE)));
    }

    @Test
    void shouldWriteTimesAsJavaDoes() {
        for (long ms : new long[] {0, 1, 999, 86_399_999, 86_400_000, 951_782_400_123L, 4_102_444_799_999L}) {
            String expected = Instant.ofEpochMilli(ms).plusMillis(0).toString().replaceFirst("(:\\d\\d)Z", "$1.000Z");
            assertEquals(expected, written(text -> text.time(ms)));
        }
    }

    @Test
    void shouldWriteWhatIsLargerThanItsBuffer() {
        String large = "ä".repeat(400_000);
        assertEquals(
                large + "x" + large, written(text -> text.text(large).put('x').bytes(utf8(large), 0, 800_000)));
    }

    @Test
    void shouldEscapeJson() {
        assertEquals(
                "\"a\\\"b\\\\c\\n\\t\\r\\u0001\\u007fé\"", written(text -> text.json("a\"b\\c\n\t\r\u0001\u007fé")));
        UnsafeBuffer raw = utf8("{\n\"a\": \"b\\n\"\r\n}");
        assertEquals("{ \"a\": \"b\\n\"  }", written(text -> text.rawJson(raw)));
    }

    @Test
    void shouldShowWhereATextStartsAndEndsAndPlayNoTricksWithTheTerminal() {
        for (List<String> pair : List.of(
                List.of("plain-1", "plain-1"),
                List.of("", "\"\""),
                List.of("a b", "\"a b\""),
                List.of("a=b", "\"a=b\""),
                List.of("Zoë", "Zoë"),
                List.of("\u202eevil", "\"\\u202eevil\""),
                List.of("\u009b31m", "\"\\u009b31m\""))) {
            UnsafeBuffer text = utf8(pair.get(0));
            assertEquals(pair.get(1), written(out -> out.plain(text)));
        }
    }

    @Test
    void shouldLayOutASummaryForPeopleAndMachines() {
        Summary summary = new Summary()
                .put("name", "x")
                .put("a_count", 12_345)
                .put("last_sequence", 12_345)
                .put("is_good", true)
                .put("left_out", (String) null)
                .put("part", new Summary().put("inner", 1))
                .put(
                        "rows",
                        List.of(
                                new Summary().put("k", "a").put("v", 10),
                                new Summary().put("k", "bb").put("v", 5)))
                .put("none", List.of());
        assertEquals("""
                name           x
                a count        12,345
                last sequence  12345
                is good        yes
                part
                  inner  1
                rows
                  k    v
                  a   10
                  bb   5
                none           none
                """, summary.toText());
        assertEquals(
                "{\"name\":\"x\",\"a_count\":12345,\"last_sequence\":12345,\"is_good\":true,\"part\":{\"inner\":1},"
                        + "\"rows\":[{\"k\":\"a\",\"v\":10},{\"k\":\"bb\",\"v\":5}],\"none\":[]}",
                summary.toJson());
    }

    @Test
    void shouldReportProgressAsALineNowAndThen() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Progress progress =
                new Progress("copy", "entries", 1_000, new PrintStream(err, true, StandardCharsets.UTF_8), 0)) {
            progress.show(500);
        }
        assertTrue(
                err.toString(StandardCharsets.UTF_8)
                        .matches("copy: 500 of 1,000 entries, [0-9,]+ entries/s, [0-9,]+ s left\n"),
                () -> err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReportProgressTowardsAnEndThatNobodyKnows() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Progress progress =
                new Progress("load", "items", 0, new PrintStream(err, true, StandardCharsets.UTF_8), 0)) {
            progress.show(1_500);
        }
        assertTrue(
                err.toString(StandardCharsets.UTF_8).matches("load: 1,500 items, [0-9,]+ items/s\n"),
                () -> err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldShowFractionsWithThreeDigitsThatMatter() {
        Summary summary = new Summary()
                .put("a", 0.01234)
                .put("b", 1.2345)
                .put("c", 12.345)
                .put("d", 1234.6);
        assertEquals("""
                a  0.012
                b  1.23
                c  12.3
                d  1,235
                """, summary.toText());
        assertEquals("{\"a\":0.01234,\"b\":1.2345,\"c\":12.345,\"d\":1234.6}", summary.toJson());
    }

    @Test
    void shouldShowOnABarHowFarItCame() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Progress progress = new Progress(
                "copy", "entries", 1_000, new PrintStream(err, true, StandardCharsets.UTF_8), Progress.BAR)) {
            for (int done = 1; done <= 1_000; done++) {
                progress.at(done);
            }
        }
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("1000/1000 entries"),
                () -> err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldShowNothingMoreOnceItHasGivenWay() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Progress progress = new Progress(
                "dump", "entries", 1_000, new PrintStream(err, true, StandardCharsets.UTF_8), Progress.BAR);
        progress.close();
        int shown = err.size();

        progress.show(500);

        assertEquals(shown, err.size(), () -> err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldTakeTheBarAwayBeforeOutputComesToTheSameScreen() throws IOException {
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        Console.Screen out = new Console.Screen(screen, () -> screen.write('|'));

        out.write(new byte[0]);
        out.write("a line".getBytes(StandardCharsets.UTF_8));

        assertEquals("|a line", screen.toString(StandardCharsets.UTF_8));
    }
}
