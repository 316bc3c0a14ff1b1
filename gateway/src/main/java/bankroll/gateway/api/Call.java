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

    /** The id in the path. */
    public String pathId(int maxCodePoints) throws MalformedRequest {
        return PathId.decode(exchange.pathParameter(), maxCodePoints);
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
