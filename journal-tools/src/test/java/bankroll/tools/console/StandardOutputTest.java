package bankroll.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.condition.StandardOutput;
import bankroll.tools.console.TextBuffer.OutputFailure;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a reader went away is told by what the output is, not by words that come in the user's language. */
class StandardOutputTest {
    @ParameterizedTest
    @CsvSource({
        "Datenübergabe unterbrochen (broken pipe), true, true",
        "Broken pipe, true, true",
        "Auf dem Gerät ist kein Speicherplatz mehr verfügbar, false, false"
    })
    void shouldTellWhetherTheReaderIsGone(String words, boolean isPipe, boolean isGone) {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(words);
            }
        };
        TextBuffer text = new TextBuffer(new StandardOutput(failing, isPipe)).text("a line\n");

        OutputFailure failure = assertThrows(OutputFailure.class, text::flush);

        assertEquals(isGone, failure.isReaderGone());
        assertEquals(words, failure.getMessage());
    }
}
