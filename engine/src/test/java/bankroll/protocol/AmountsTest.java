package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Amounts.Total;
import bankroll.testkit.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0,0",
        "-0,0,0",
        "007,0,7",
        "-00,0,0",
        "-1,1,1",
        "9999999999999999999,0,9999999999999999999",
        "-9999999999999999999,1,9999999999999999999",
        "9223372036854775808,0,9223372036854775808"
    })
    void shouldReadTheWholeRange(String text, int kind, String magnitude) {
        byte[] bytes = bytes(text);
        assertEquals(kind, Amounts.classify(bytes, 0, text.length()));
        assertEquals(magnitude, Amounts.format(Amounts.magnitude(bytes, 0, text.length())));
    }

    @ParameterizedTest
    @CsvSource({"''", "-", "+1", "1.0", "1e3", "' 1'", "10000000000000000000", "--1", "0x1"})
    void shouldRefuseWhatIsNoAmount(String text) {
        assertEquals(Amounts.NOT_AN_AMOUNT, Amounts.classify(bytes(text), 0, text.length()));
    }

    @Test
    void shouldKnowWhatFitsAndWhatIsCovered() {
        assertTrue(Amounts.fits(Amounts.MAX, 0));
        assertFalse(Amounts.fits(Amounts.MAX, 1));
        assertTrue(Amounts.fits(0, Amounts.MAX));
        assertFalse(Amounts.fits(Amounts.MAX, Amounts.MAX));
        assertTrue(Amounts.covers(Amounts.MAX, Amounts.MAX));
        assertFalse(Amounts.covers(Long.MAX_VALUE, Amounts.MAX));
    }

    @Test
    void shouldAddAndSubtractExactlyBeyondSixtyFourBits() {
        Seeds.forEach(50, random -> {
            Total total = new Total();
            BigInteger model = BigInteger.ZERO;
            for (int i = 0; i < 200; i++) {
                long amount = random.nextInt(3) == 0 ? Amounts.MAX : random.nextLong();
                BigInteger unsigned = new BigInteger(Long.toUnsignedString(amount));
                boolean add = random.nextBoolean();
                model = add ? model.add(unsigned) : model.subtract(unsigned);
                total = add ? total.add(amount) : total.subtract(amount);
                assertEquals(model, total.toBigInteger());
                assertEquals(model.compareTo(unsigned) > 0, total.exceeds(amount));
            }
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
