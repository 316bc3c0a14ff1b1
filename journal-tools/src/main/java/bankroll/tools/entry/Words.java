package bankroll.tools.entry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Texts that come again and again, as numbers: a known one costs a hash and a comparison, no object. One thread. */
public final class Words {
    private final List<DirectBuffer> words = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private int[] slots = filled(256);

    /** The number of a text; a new one gets the next. */
    public int number(DirectBuffer source, int offset, int length) {
        int slot = hash(source, offset, length) & slots.length - 1;
        while (slots[slot] >= 0) {
            if (is(words.get(slots[slot]), source, offset, length)) {
                return slots[slot];
            }
            slot = slot + 1 & slots.length - 1;
        }
        return add(source, offset, length);
    }

    /** As {@link #number(DirectBuffer, int, int)}. */
    public int number(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return number(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** The text of a number. */
    public String text(int number) {
        return texts.get(number);
    }

    /** The bytes of a number's text, UTF-8. */
    public DirectBuffer bytes(int number) {
        return words.get(number);
    }

    private int add(DirectBuffer source, int offset, int length) {
        UnsafeBuffer word = new UnsafeBuffer(new byte[length]);
        word.putBytes(0, source, offset, length);
        words.add(word);
        texts.add(word.getStringWithoutLengthUtf8(0, length));
        if (words.size() * 2 > slots.length) {
            slots = filled(slots.length * 4);
            for (int i = 0; i < words.size(); i++) {
                put(i);
            }
        } else {
            put(words.size() - 1);
        }
        return words.size() - 1;
    }

    private void put(int number) {
        DirectBuffer word = words.get(number);
        int slot = hash(word, 0, word.capacity()) & slots.length - 1;
        while (slots[slot] >= 0) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = number;
    }

    private static int hash(DirectBuffer source, int offset, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = hash * 31 + source.getByte(offset + i);
        }
        return hash ^ hash >>> 15;
    }

    private static boolean is(DirectBuffer word, DirectBuffer source, int offset, int length) {
        if (word.capacity() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (word.getByte(i) != source.getByte(offset + i)) {
                return false;
            }
        }
        return true;
    }

    private static int[] filled(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, -1);
        return slots;
    }
}
