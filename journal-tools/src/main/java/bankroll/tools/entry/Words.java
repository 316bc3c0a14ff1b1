package bankroll.tools.entry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

/** Texts that come again and again, as numbers: a known one costs a hash and a comparison, no object. One thread. */
public final class Words {
    private final List<byte[]> words = new ArrayList<>();
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
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return number(new org.agrona.concurrent.UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** The text of a number. */
    public String text(int number) {
        return texts.get(number);
    }

    private int add(DirectBuffer source, int offset, int length) {
        byte[] word = new byte[length];
        source.getBytes(offset, word);
        words.add(word);
        texts.add(new String(word, java.nio.charset.StandardCharsets.UTF_8));
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
        byte[] word = words.get(number);
        int slot = hash(new org.agrona.concurrent.UnsafeBuffer(word), 0, word.length) & slots.length - 1;
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

    private static boolean is(byte[] word, DirectBuffer source, int offset, int length) {
        if (word.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (word[i] != source.getByte(offset + i)) {
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
