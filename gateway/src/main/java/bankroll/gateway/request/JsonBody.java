package bankroll.gateway.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;

/**
 * A request body as a stream of members: one JSON object in strict UTF-8, at most 64 deep, no name twice in any object,
 * nothing behind it (decisions §2). Used again and again by one event loop.
 *
 * <pre>
 * json.open(bytes, length);
 * for (String name = json.nextName(); name != null; name = json.nextName()) {
 *     switch (name) {
 *         case "player_id" -> playerId = json.string(name, 64);
 *         default -> json.skip();
 *     }
 * }
 * json.end();
 * </pre>
 *
 * Each member's value is read or skipped before the next name is asked for. Nested: {@link #enterObject},
 * {@link #enterArray} with {@link #nextElement}.
 */
public final class JsonBody {
    /** How deep a body may nest; the root counts as 1. */
    public static final int MAX_DEPTH = 64;

    private static final char DELETE = 0x7F;

    /**
     * Lengths are bounded by the body and by each field's own rule. Names are not interned, and a crowded symbol table is
     * no fault of a request: details may hold any names.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final NameScopes scopes = new NameScopes();
    private JsonParser parser;
    private JsonToken token;

    /** Starts a body, which must be an object. */
    public void open(byte[] bytes, int length) throws MalformedRequest {
        close();
        int fault = Utf8Check.firstFault(bytes, length);
        if (fault != Utf8Check.CLEAN) {
            throw new MalformedRequest("the body is not valid UTF-8 at byte " + fault
                    + " (a byte order mark, invalid or overlong bytes, or half a surrogate pair)");
        }
        try {
            parser = FACTORY.createParser(bytes, 0, length);
        } catch (IOException e) {
            throw new IllegalStateException("a parser of bytes in memory reads nothing", e);
        }
        advance();
        enterObject("the body");
    }

    /** The next member's name, or null at the end of the object; its value is the current one. */
    public String nextName() throws MalformedRequest {
        advance();
        if (token == JsonToken.END_OBJECT) {
            scopes.leave();
            return null;
        }
        return memberName();
    }

    /** Moves from a name to its value. */
    private String memberName() throws MalformedRequest {
        String name = currentName();
        if (!scopes.add(name)) {
            throw new MalformedRequest("a member name stands twice in one object, before byte " + position());
        }
        advance();
        return name;
    }

    private String currentName() throws MalformedRequest {
        try {
            return parser.currentName();
        } catch (IOException e) {
            throw invalid();
        }
    }

    /** Moves to the array's next element; false at its end. */
    public boolean nextElement() throws MalformedRequest {
        advance();
        return token != JsonToken.END_ARRAY;
    }

    /** The current value's kind. */
    public JsonToken token() {
        return token;
    }

    /** Whether the current value is null, which means absent. */
    public boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    /** Goes into the current value, which must be an object; {@code what} names it in the fault. */
    public void enterObject(String what) throws MalformedRequest {
        require(JsonToken.START_OBJECT, what, "an object");
        scopes.enter();
    }

    /** Goes into the current value, which must be an array. */
    public void enterArray(String what) throws MalformedRequest {
        require(JsonToken.START_ARRAY, what, "an array");
    }

    /**
     * Reads the current value, which must be a string of at most so many code points without control characters; null
     * stays null.
     */
    public String string(String what, int maxCodePoints) throws MalformedRequest {
        if (isNull()) {
            return null;
        }
        require(JsonToken.VALUE_STRING, what, "a string");
        String text = text();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) == DELETE) {
                throw new MalformedRequest(what + " must not hold control characters");
            }
        }
        if (text.length() > maxCodePoints && text.codePointCount(0, text.length()) > maxCodePoints) {
            throw new MalformedRequest(what + " must be at most " + maxCodePoints + " characters long");
        }
        return text;
    }

    private String text() throws MalformedRequest {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw invalid();
        }
    }

    /** Reads the current value, which must be true or false. */
    public boolean bool(String what) throws MalformedRequest {
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw new MalformedRequest(what + " must be true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** Reads the current value, which must be an integer within the bounds, written without fraction or exponent. */
    public long integer(String what, long least, long most) throws MalformedRequest {
        boolean fits = false;
        long value = 0;
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                value = parser.getLongValue();
                fits = value >= least && value <= most;
            } catch (IOException tooLarge) {
                // answered below
            }
        }
        if (!fits) {
            throw new MalformedRequest(what + " must be an integer from " + least + " to " + most);
        }
        return value;
    }

    /** Passes over the current value, which is judged as JSON all the same. */
    public void skip() throws MalformedRequest {
        int depth = 0;
        while (true) {
            switch (token) {
                case START_OBJECT -> {
                    scopes.enter();
                    depth++;
                }
                case START_ARRAY -> depth++;
                case END_OBJECT -> {
                    scopes.leave();
                    depth--;
                }
                case END_ARRAY -> depth--;
                default -> {
                    // a scalar; the parser has judged it or will with the next token
                }
            }
            if (depth == 0) {
                return;
            }
            advance();
            if (token == JsonToken.FIELD_NAME) {
                memberName();
            }
        }
    }

    private int position() {
        return (int) parser.currentLocation().getByteOffset();
    }

    /** After the root's last member: nothing may follow. */
    public void end() throws MalformedRequest {
        advance();
        if (token != null) {
            throw new MalformedRequest("something stands behind the JSON object, at byte " + position());
        }
        close();
    }

    /** Gives the parser's buffers back; also done by the next {@link #open}. */
    public void close() {
        scopes.clear();
        if (parser != null) {
            try {
                parser.close();
            } catch (IOException e) {
                throw new IllegalStateException("a parser of bytes in memory has nothing to close", e);
            }
            parser = null;
        }
    }

    private void require(JsonToken wanted, String what, String kind) throws MalformedRequest {
        if (token != wanted) {
            throw new MalformedRequest(what + " must be " + kind);
        }
    }

    private void advance() throws MalformedRequest {
        try {
            token = parser.nextToken();
        } catch (IOException notJson) {
            throw invalid();
        }
    }

    private MalformedRequest invalid() {
        return new MalformedRequest(
                "the body is not valid JSON, or over " + MAX_DEPTH + " deep, near byte " + position());
    }
}
