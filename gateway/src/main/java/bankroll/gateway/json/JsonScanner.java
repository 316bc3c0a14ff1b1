package bankroll.gateway.json;

/**
 * Walks a body by the same strict rules as {@link JsonObject}, for the paths where speed counts: the batch and the balance.
 * Gives strings as ranges of the body instead of copies; jackson-core, whose tokens go through characters, took about
 * three times as long per item. One event loop.
 *
 * <p>Where a method is called {@code next…} the cursor then stands before a value, and the caller reads or skips it.
 */
public final class JsonScanner extends JsonLexer {
    /** How deep a body may nest; the root counts as 1. */
    public static final int MAX_DEPTH = 64;

    private final NameRanges names = new NameRanges();
    private int depth;
    private boolean isFirst;

    /** Starts a body; the cursor stands before its root. */
    @Override
    public void open(byte[] body, int length) {
        super.open(body, length);
        names.open(body);
        depth = 0;
        skipSpace();
    }

    /** Goes into an object; {@code what} names it in the fault. */
    public void enterObject(String what) throws MalformedRequest {
        enter('{', what, "an object");
        names.enter();
    }

    /** Goes into an array. */
    public void enterArray(String what) throws MalformedRequest {
        enter('[', what, "an array");
    }

    private void enter(char bracket, String what, String kind) throws MalformedRequest {
        if (peek() != bracket) {
            throw unlike(what, kind);
        }
        if (++depth > MAX_DEPTH) {
            throw new MalformedRequest("the body is over " + MAX_DEPTH + " deep at byte " + position());
        }
        advance();
        isFirst = true;
    }

    private MalformedRequest unlike(String what, String kind) {
        return isValue() ? new MalformedRequest(what + " must be " + kind) : invalid();
    }

    /** Moves to the object's next member, whose name is then the last string; false at the object's end. */
    public boolean nextName() throws MalformedRequest {
        if (isEnd('}')) {
            names.leave();
            return false;
        }
        rawString();
        skipSpace();
        expect(':');
        skipSpace();
        return true;
    }

    /**
     * Moves into the object's next member, before its value, if that is this one and is written without space before its
     * colon; else the cursor stays.
     *
     * @param written comma, name in its quotes, colon
     */
    public boolean skipNextName(byte[] written) {
        if (!skipExactly(written, isFirst ? 1 : 0)) {
            return false;
        }
        isFirst = false;
        skipSpace();
        return true;
    }

    /** Notes the name just read as one of the innermost object's, which must not have it yet. */
    public void noteName() throws MalformedRequest {
        if (!names.add(start(), size(), hasEscape())) {
            throw twice();
        }
    }

    /** The fault of a name that is there twice. */
    public MalformedRequest twice() {
        return new MalformedRequest("a member name is twice in one object, before byte " + position());
    }

    /** Moves to the array's next element; false at the array's end. */
    public boolean nextElement() throws MalformedRequest {
        return !isEnd(']');
    }

    private boolean isEnd(char bracket) throws MalformedRequest {
        skipSpace();
        if (peek() == bracket) {
            advance();
            depth--;
            isFirst = false;
            return true;
        }
        if (!isFirst) {
            expect(',');
            skipSpace();
        }
        isFirst = false;
        return false;
    }

    /** Passes over a value; every rule holds within it. */
    public void skip() throws MalformedRequest {
        if (isAt('{')) {
            enterObject("");
            while (nextName()) {
                noteName();
                skip();
            }
        } else if (isAt('[')) {
            enterArray("");
            while (nextElement()) {
                skip();
            }
        } else {
            scalar();
        }
    }

    /** Nothing may follow the root. */
    public void end() throws MalformedRequest {
        skipSpace();
        if (!isAtEnd()) {
            throw new MalformedRequest("there is something after the JSON object, at byte " + position());
        }
    }

    /**
     * Reads a string of at most so many code points, without control characters. Escapes are taken away where they stand:
     * the body is changed.
     */
    public void text(String what, int maxCodePoints) throws MalformedRequest {
        if (peek() != '"') {
            throw unlike(what, "a string");
        }
        rawString();
        if (size() > maxCodePoints * JsonEscapes.LONGEST_CHARACTER) {
            throw tooLong(what, maxCodePoints);
        }
        unescape();
        if (hasControl()) {
            throw new MalformedRequest(what + " must not hold control characters");
        }
        if (size() > maxCodePoints && codePoints() > maxCodePoints) {
            throw tooLong(what, maxCodePoints);
        }
    }

    private static MalformedRequest tooLong(String what, int maxCodePoints) {
        return new MalformedRequest(what + " must be at most " + maxCodePoints + " characters long");
    }

    /**
     * Reads a string whatever it holds; its escapes are taken away where they stand: the body is changed. The cursor must
     * stand before one.
     */
    public void string() throws MalformedRequest {
        rawString();
        unescape();
    }

    /** The name just noted, without escapes; null when it has more than so many bytes. */
    public String name(int most) {
        return names.lastLength() > most ? null : names.last();
    }

    /** Whether the next byte is this one. */
    public boolean isAt(char first) {
        return peek() == first;
    }
}
