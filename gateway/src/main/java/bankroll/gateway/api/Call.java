package bankroll.gateway.api;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.ExpandableArrayBuffer;

/**
 * One call on its way: who asks what, the request that carries the command, and what the answer needs besides outcomes.
 * Used again and again by one event loop; the body is valid only while the call is asked.
 */
public final class Call {
    private final Request request;
    private final Function<String, IdHasher> hashers;
    private final Function<String, IdHasher> newHashers;
    private Exchange exchange;
    private Caller caller;
    private Consumer<Call> receiver;
    private Object kept;

    /**
     * @param hashers those of the event loop
     * @param newHashers makes one for a call that is asked beside it
     */
    Call(ReplyPublisher replies, Function<String, IdHasher> hashers, Function<String, IdHasher> newHashers) {
        this.request = new Request(replies);
        this.hashers = hashers;
        this.newHashers = newHashers;
        request.owner(this);
    }

    /** Begins another call; {@code receiver} goes on when the engine has answered. */
    Call begin(Exchange asked, Caller asker, Consumer<Call> goingOn) {
        exchange = asked;
        caller = asker;
        receiver = goingOn;
        kept = null;
        return this;
    }

    /** Lets go of all that isn't used again. */
    void clear() {
        exchange = null;
        caller = null;
        receiver = null;
        kept = null;
    }

    /** The engine has given the request back. */
    void received() {
        receiver.accept(this);
    }

    /** The request as it came, and its answer. */
    public Exchange exchange() {
        return exchange;
    }

    /** Who asks. */
    public Caller caller() {
        return caller;
    }

    /** Carries the command to the engine, and outcomes and answer back. */
    public Request request() {
        return request;
    }

    /** The request's bytes. */
    public ExpandableArrayBuffer frame() {
        return request.frame();
    }

    /** The hasher of the caller's ids. */
    public IdHasher hasher() {
        return hasher(caller.idSpace());
    }

    /** The hasher of a platform's ids. */
    public IdHasher hasher(String platform) {
        return (exchange.isLarge() ? newHashers : hashers).apply(platform);
    }

    /** The id in the path, judged as every id (decisions §4). */
    public String pathId(int maxCodePoints) throws MalformedRequest {
        return pathId(exchange.pathParameter(), maxCodePoints);
    }

    /** The id that a path's segment spells, percent-decoded once; {@code segment} has one char per byte sent. */
    static String pathId(String segment, int maxCodePoints) throws MalformedRequest {
        byte[] bytes = new byte[segment.length()];
        int length = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                c = escaped(segment, i);
                i += 2;
            }
            if (c < ' ' || c == 0x7F) {
                throw new MalformedRequest("the id in the path must not hold control characters");
            }
            bytes[length++] = (byte) c;
        }
        String id = utf8(bytes, length);
        if (id.codePointCount(0, id.length()) > maxCodePoints) {
            throw new MalformedRequest("the id in the path must be at most " + maxCodePoints + " characters long");
        }
        return id;
    }

    private static char escaped(String segment, int at) throws MalformedRequest {
        if (at + 2 < segment.length()) {
            int high = hex(segment.charAt(at + 1));
            int low = hex(segment.charAt(at + 2));
            if (high >= 0 && low >= 0) {
                return (char) (high << 4 | low);
            }
        }
        throw new MalformedRequest("the path has a % without two hexadecimal digits");
    }

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static String utf8(byte[] bytes, int length) throws MalformedRequest {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedRequest("the id in the path is not valid UTF-8");
        }
    }

    /** The body of a small call, with the members that are wanted of it. */
    public JsonObject body(Set<String> wanted) throws MalformedRequest {
        return JsonObject.read(exchange.body(), exchange.bodyLength(), wanted);
    }

    /** Starts the command with its head and tells where its first item stands. */
    public int start(CommandType type, int items) {
        return CommandHeader.put(frame(), Request.COMMAND_OFFSET, type, items, caller.side(), caller.nameBytes());
    }

    /** Ends the command behind its last item. */
    public void end(int at) {
        request.commandLength(at - Request.COMMAND_OFFSET);
    }

    /** Keeps what the answer will need and the ledger doesn't tell. */
    public void keep(Object value) {
        kept = value;
    }

    /** What was kept. */
    public Object kept() {
        return kept;
    }

    /** What was decided of an item, counted from 0. */
    public Outcome outcome(int item) {
        return OutcomeRecord.outcome(frame(), request.outcomeOffset(item));
    }

    /** Answers 200 with one object. */
    public void ok(Json.Content members) {
        exchange.ok(body -> Json.write(body, members));
    }
}
