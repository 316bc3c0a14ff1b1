package bankroll.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A spreadsheet runs no formula of what a platform chose as an id, whichever mark it takes for the end of a cell. */
class CsvGuardTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(
            strings = {"=1+1", "+1", "-1+1", "@SUM(1)", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "\t=1", "\r=1"})
    void shouldPutAnApostropheBeforeAFormula(String formula) {
        assertTrue(isGuarded(formula, true));
        assertTrue(cell().startsWith("\"'" + formula.charAt(0)), cell());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"x;=1+1 | \"x;'=1+1\"", "x;y;@a | \"x;y;'@a\"", "x;\uff1d1 | \"x;'\uff1d1\"", "=a;-b | \"'=a;'-b\""
            })
    void shouldPutOneBehindWhatASpreadsheetMayTakeForTheEndOfACell(String text, String cell) {
        assertTrue(isGuarded(text, true));
        assertEquals(cell, cell());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", "\n", "\r\n"})
    void shouldPutOneBehindATabAndALinesEnd(String end) {
        assertTrue(isGuarded("x" + end + "=1", true));
        assertEquals("\"x" + end + "'=1\"", cell());
    }

    @Test
    void shouldQuoteWhatASpreadsheetMayTakeForTwoCells() {
        for (String text : List.of("x;y", "x\ty")) {
            written.reset();
            assertFalse(isGuarded(text, true));
            assertEquals("\"" + text + "\"", cell());
        }
    }

    @Test
    void shouldLeaveOtherTextsAndRawOnesAsTheyAre() {
        for (String text : List.of("a=b", "a-b", "\uff21")) {
            written.reset();
            assertFalse(isGuarded(text, true));
            assertEquals(text, cell());
        }
        written.reset();
        assertFalse(isGuarded("=1+1", false));
        assertEquals("=1+1", cell());
    }

    private boolean isGuarded(String text, boolean isGuarding) {
        try (TextBuffer out = new TextBuffer(written)) {
            return out.csv(new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8)), isGuarding);
        }
    }

    private String cell() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
