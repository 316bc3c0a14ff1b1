package bankroll.tools.entry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.collections.Object2IntHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/** Texts that come again and again, as numbers: a known one costs a hash and a comparison, no object. One thread. */
public final class Words {
    private static final int NEW = -1;

    private final Object2IntHashMap<DirectBuffer> numbers = new Object2IntHashMap<>(NEW);
    private final List<DirectBuffer> words = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final UnsafeBuffer wanted = new UnsafeBuffer();

    /** The number of a text; a new one gets the next. */
    public int number(DirectBuffer text) {
        wanted.wrap(text);
        int number = numbers.getValue(wanted);
        return number == NEW ? add() : number;
    }

    /** As {@link #number(DirectBuffer)}. */
    public int number(String text) {
        return number(new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The text of a number. */
    public String text(int number) {
        return texts.get(number);
    }

    /** The bytes of a number's text, UTF-8. */
    public DirectBuffer bytes(int number) {
        return words.get(number);
    }

    private int add() {
        UnsafeBuffer word = new UnsafeBuffer(new byte[wanted.capacity()]);
        word.putBytes(0, wanted, 0, wanted.capacity());
        numbers.put(word, words.size());
        words.add(word);
        texts.add(word.getStringWithoutLengthUtf8(0, word.capacity()));
        return words.size() - 1;
    }
}
