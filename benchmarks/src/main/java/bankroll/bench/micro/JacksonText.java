package bankroll.bench.micro;

import bankroll.gateway.request.JsonBody;
import bankroll.gateway.request.MalformedRequest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** An item's strings, from jackson's characters back to UTF-8, judged on the way. One thread. */
final class JacksonText {
    static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonBody.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private byte[] bytes = new byte[4096];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int start;
    private int end;

    /** jackson accepts overlong bytes and lone surrogates; the contract doesn't. */
    static void requireUtf8(byte[] text, int length) throws MalformedRequest {
        int at = 0;
        while (at + 8 <= length && ((long) LONG.get(text, at) & HIGH_BITS) == 0) {
            at += 8;
        }
        if (at + 8 > length && isAscii(text, at, length)) {
            return;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, 0, length));
        } catch (CharacterCodingException e) {
            throw new MalformedRequest("the body is not valid UTF-8");
        }
    }

    private static boolean isAscii(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] < 0) {
                return false;
            }
        }
        return true;
    }

    void clear() {
        end = 0;
    }

    /** Adds the current value, which must be a string of at most so many code points without control characters. */
    void add(JsonParser json, int maxCodePoints) throws IOException, MalformedRequest {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new MalformedRequest("a value must be a string");
        }
        char[] chars = json.getTextCharacters();
        int from = json.getTextOffset();
        int length = json.getTextLength();
        makeRoom(length * 3);
        start = end;
        for (int i = from; i < from + length; i++) {
            char each = chars[i];
            if (each < ' ' || each >= 0x7F) {
                beyondAscii(chars, from, length, maxCodePoints);
                return;
            }
            bytes[end++] = (byte) each;
        }
        requireLength(length, maxCodePoints);
    }

    private void beyondAscii(char[] chars, int from, int length, int maxCodePoints) throws MalformedRequest {
        for (int i = from; i < from + length; i++) {
            if (chars[i] < ' ' || chars[i] == 0x7F) {
                throw new MalformedRequest("a string must not hold control characters");
            }
        }
        requireLength(Character.codePointCount(chars, from, length), maxCodePoints);
        ByteBuffer encoded = encode(chars, from, length);
        end = start + encoded.remaining();
        encoded.get(bytes, start, end - start);
    }

    private static ByteBuffer encode(char[] chars, int from, int length) throws MalformedRequest {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(chars, from, length));
        } catch (CharacterCodingException e) {
            throw new MalformedRequest("a string holds half a surrogate pair");
        }
    }

    /** Judges a string that isn't kept. */
    void judge(JsonParser json) throws IOException, MalformedRequest {
        encode(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
    }

    private static void requireLength(int codePoints, int most) throws MalformedRequest {
        if (codePoints > most) {
            throw new MalformedRequest("a string must be at most " + most + " characters long");
        }
    }

    private void makeRoom(int count) {
        if (end + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + count));
            buffer.wrap(bytes);
        }
    }

    /** Where the strings stand. */
    UnsafeBuffer bytes() {
        return buffer;
    }

    /** Where the last one starts. */
    int start() {
        return start;
    }

    /** Bytes of the last one. */
    int size() {
        return end - start;
    }

    /** Whether the last one is this word. */
    boolean is(String word) {
        if (size() != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[start + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two of them are the same. */
    boolean same(int one, int other, int length) {
        return Arrays.equals(bytes, one, one + length, bytes, other, other + length);
    }
}
