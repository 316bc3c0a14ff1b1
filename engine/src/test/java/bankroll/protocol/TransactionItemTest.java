package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.IdHasher.IdSpace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A transaction is read from its command as it was written, with whatever strings it has. */
class TransactionItemTest {
    private static final int AT = 40;
    private static final int PLATFORM_HEAD = 16;
    private static final String OURS = SessionId.format(3, 4);

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(1_000_000);
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "");
    private final TransactionItem.Encoder encoder = new TransactionItem.Encoder();

    @Test
    void shouldKeepEveryStringWhateverItsLength() {
        for (int length : new int[] {1, 2, 127, 252, 253, 254, 255, 256, 65_536}) {
            Map<TransactionField, String> texts = new EnumMap<>(TransactionField.class);
            for (TransactionField field : TransactionField.values()) {
                texts.put(field, field.name().substring(0, 2) + "x".repeat(length));
            }
            texts.put(TransactionField.DETAILS, "{" + "d".repeat(length) + "}");
            int item = only(texts);
            int strings = texts.values().stream().mapToInt(String::length).sum();
            assertTrue(buffer.getInt(item) <= TransactionItem.mostBytes(strings));

            texts.forEach((field, text) -> assertEquals(text, TransactionItem.text(buffer, item, field)));
            Map<TransactionField, String> seen = new EnumMap<>(TransactionField.class);
            TransactionItem.strings(
                    buffer,
                    item,
                    (field, offset, bytes) -> seen.put(field, buffer.getStringWithoutLengthUtf8(offset, bytes)));
            assertEquals(texts, seen);
        }
    }

    @Test
    void shouldKeepOurSessionAsBitsAndAnyOtherAsText() {
        int ours = only(Map.of(TransactionField.TRANSACTION_ID, "t1", TransactionField.SESSION_ID, OURS));
        assertTrue(TransactionItem.isOurSession(buffer, ours));
        assertFalse(TransactionItem.has(buffer, ours, TransactionField.SESSION_ID));
        assertEquals(OURS, TransactionItem.text(buffer, ours, TransactionField.SESSION_ID));
        assertEquals("t1", TransactionItem.text(buffer, ours, TransactionField.TRANSACTION_ID));
        int other = only(Map.of(TransactionField.SESSION_ID, "not one of ours"));
        assertFalse(TransactionItem.isOurSession(buffer, other));
        assertEquals("not one of ours", TransactionItem.text(buffer, other, TransactionField.SESSION_ID));
        assertNull(TransactionItem.text(buffer, other, TransactionField.TRANSACTION_ID));
    }

    /** Strings, reference and session of the item before are no part of the next. */
    @Test
    void shouldForgetTheItemBefore() {
        Map<TransactionField, String> second = Map.of(TransactionField.TRANSACTION_ID, "t2");
        int alone = only(second);
        byte[] expected = new byte[buffer.getInt(alone)];
        buffer.getBytes(alone, expected);

        encoder.begin(buffer, AT, "alpha".getBytes(StandardCharsets.UTF_8), hasher);
        put(Map.of(
                TransactionField.TRANSACTION_ID, "t1",
                TransactionField.REFERENCE_TRANSACTION_ID, "t0",
                TransactionField.SESSION_ID, OURS,
                TransactionField.ROUND_ID, "r1"));
        put(second);
        int length = encoder.end();
        int first = AT + PLATFORM_HEAD;
        int next = first + buffer.getInt(first);
        byte[] found = new byte[buffer.getInt(next)];
        buffer.getBytes(next, found);

        assertEquals(2, encoder.items());
        assertEquals(2, CommandHeader.items(buffer, AT));
        assertEquals(AT + length, next + found.length);
        assertEquals(new UnsafeBuffer(expected), new UnsafeBuffer(found));
        assertTrue(TransactionItem.hasReference(buffer, first));
        assertEquals(hasher.hash(IdSpace.TRANSACTION, "t0").high(), TransactionItem.referenceHigh(buffer, first));
        assertEquals(0, TransactionItem.referenceHigh(buffer, next));
        assertEquals(0, TransactionItem.referenceLow(buffer, next));
    }

    private int only(Map<TransactionField, String> texts) {
        Arrays.fill(buffer.byteArray(), (byte) 0x5a);
        encoder.begin(buffer, AT, "alpha".getBytes(StandardCharsets.UTF_8), hasher);
        put(texts);
        encoder.end();
        return AT + PLATFORM_HEAD;
    }

    /** The strings stand in any order, with something between them. */
    private void put(Map<TransactionField, String> texts) {
        byte[] strings = new byte[1_000_000];
        Arrays.fill(strings, (byte) '?');
        encoder.beginItem();
        encoder.type(TransactionType.DEBIT);
        encoder.amount(7);
        int at = 1;
        for (TransactionField field :
                texts.keySet().stream().sorted(Comparator.reverseOrder()).toList()) {
            byte[] text = texts.get(field).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, strings, at, text.length);
            encoder.text(field, at, text.length);
            at += text.length + 3;
        }
        encoder.endItem(strings);
    }
}
