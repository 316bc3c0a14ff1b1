package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A currency is another one as soon as one of its bytes is. */
class CurrencyCodesTest {
    private final Books books = new Books();

    CurrencyCodesTest() {
        add("EUR");
        add("EURO");
    }

    @ParameterizedTest
    @ValueSource(strings = {"XUR", "EXR", "EUX", "EU", "XURO", "EXRO", "EUXO", "EURX", "EUROS", ""})
    void shouldTellCodesApartByEveryByte(String code) {
        assertEquals(-1, find(code));
    }

    @Test
    void shouldFindACodeAgain() {
        assertEquals(0, find("EUR"));
        assertEquals(1, find("EURO"));
    }

    private void add(String code) {
        UnsafeBuffer bytes = bytes(code);
        books.add(bytes, 1, code.length());
    }

    private int find(String code) {
        return books.find(bytes(code), 1, code.length());
    }

    private static UnsafeBuffer bytes(String code) {
        return new UnsafeBuffer(("?" + code + "??").getBytes(StandardCharsets.US_ASCII));
    }
}
