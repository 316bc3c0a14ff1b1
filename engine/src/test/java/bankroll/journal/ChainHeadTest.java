package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.Chain.ChainHead;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A chain head is what an auditor notes: every byte of it counts. */
class ChainHeadTest {
    private static final String ZEROS = "00".repeat(32);
    private static final String NOTED = "7:" + "00".repeat(31) + "ff";

    @Test
    void shouldBeReadAsItIsWritten() {
        ChainHead head = ChainHead.parse(" 7 : " + NOTED.substring(2) + " ");

        assertEquals(7, head.sequence());
        assertEquals(NOTED, head.toString());
        assertEquals(head, ChainHead.parse(NOTED));
        assertEquals(head.hashCode(), ChainHead.parse(NOTED).hashCode());
        assertEquals(ChainHead.START, ChainHead.parse("0:" + ZEROS));
    }

    @Test
    void shouldBeAnotherOneWithAnotherSequenceOrValue() {
        ChainHead head = ChainHead.parse(NOTED);

        assertNotEquals(head, ChainHead.parse("8" + NOTED.substring(1)));
        assertNotEquals(head, ChainHead.parse(NOTED.substring(0, NOTED.length() - 1) + "e"));
        assertNotEquals(head, NOTED);
    }

    @Test
    void shouldTellItsFirstSixBytesAsANumber() {
        assertEquals(
                0xff02_0304_05feL,
                ChainHead.parse("1:ff02030405fe" + "11".repeat(26)).prefix());
    }

    @Test
    void shouldBeReadFromNothingElse() {
        for (String text : List.of("", ":", "7", "7:", "7:00", "7:0g", "-1:" + ZEROS, "x:" + ZEROS, ":" + ZEROS)) {
            String message = assertThrows(IllegalArgumentException.class, () -> ChainHead.parse(text))
                    .getMessage();

            assertEquals("\"" + text + "\" is no chain head: write SEQUENCE:HASH, as journal info prints it", message);
        }
    }
}
