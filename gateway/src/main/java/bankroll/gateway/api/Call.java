package bankroll.gateway.api;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call on its way: who asks what, the request that carries the command, and what the answer needs besides outcomes.
 * Used again and again by one event {@link Loop}; the body is valid only while the call is asked.
 */
public final class Call implements ReplyPublisher {
    private final Loop loop;
    private final Request request;
    private Exchange exchange;
    private Caller caller;
    private Consumer<Call> receiver;
    private Consumer<Exchange> answer;
    private boolean isElsewhere;

    Call(Loop loop) {
        this.loop = loop;
        this.request = new Request(this);
    }

    /** One of the engine's threads. */
    @Override
    public void publish(Request answered) {
        loop.finished(this);
    }

    /** Begins another call; {@code receiver} goes on when its answer is there. */
    Call begin(Exchange asked, Caller asker, Consumer<Call> goingOn) {
        exchange = asked;
        caller = asker;
        receiver = goingOn;
        answer = null;
        isElsewhere = false;
        return this;
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
        return exchange.isLarge() ? loop.newHasher(platform) : loop.hasher(platform);
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

    /** Sets what answers, on the event loop, when all goes well. */
    public void answerWith(Consumer<Exchange> value) {
        answer = value;
    }

    /** Answers with what was set. */
    void answer() {
        answer.accept(exchange);
    }

    /** The engine isn't asked: a thread looks for the answer, and calls {@link #found}. */
    public void lookElsewhere() {
        isElsewhere = true;
    }

    boolean isElsewhere() {
        return isElsewhere;
    }

    /** The end of {@link #lookElsewhere}, with what answers; once. Any thread. */
    public void found(Consumer<Exchange> value) {
        answer = value;
        loop.finished(this);
    }

    /** What was decided of an item, counted from 0. */
    public Outcome outcome(int item) {
        return OutcomeRecord.outcome(frame(), request.outcomeOffset(item));
    }

    /** Answers 200 with one object. */
    public void ok(Json.Content members) {
        exchange.ok(body -> Json.write(body, members));
    }

    /**
     * The way of one event loop's calls into the engine and back. The threads that answer publish what is finished into one
     * queue, with one wake-up for all that has come since the loop last looked. Calls are used again, the one used last first, so
     * that its buffer is warm; a call comes free only when its thread has given it back, however long the client has been gone.
     */
    public static class Loop {
        private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

        private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);
        /** Answers between two looks at the clock. */
        private static final int LOOKS = 16;
        /** Larger buffers are left to the collector. */
        private static final int MAX_POOLED_BYTES = 1 << 20;

        private static final long MAX_FREE_BYTES =
                Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 32);

        private final Executor eventLoop;
        private final Predicate<Request> engine;
        private final HashKey hashKey;
        private final ManyToOneConcurrentArrayQueue<Call> finished;
        private final AtomicBoolean isAwake = new AtomicBoolean();
        private final Runnable drain = this::drain;
        private final Map<String, IdHasher> hashers = new HashMap<>();
        private final ArrayDeque<Call> free = new ArrayDeque<>();
        private long freeBytes;

        /**
         * A way into an engine.
         *
         * @param eventLoop where answers go on
         * @param mostInFlight answers that wait for one wake-up of the loop; more still come through, one wake-up each
         * @param engine takes a request, or says no: {@code unavailable}
         * @param hashKey the journal's secret for ids
         */
        public Loop(Executor eventLoop, int mostInFlight, Predicate<Request> engine, HashKey hashKey) {
            this.eventLoop = eventLoop;
            this.engine = engine;
            this.hashKey = hashKey;
            this.finished = new ManyToOneConcurrentArrayQueue<>(mostInFlight);
        }

        /** A call to begin. */
        Call take() {
            Call call = free.pollLast();
            if (call == null) {
                return new Call(this);
            }
            freeBytes -= call.frame().capacity();
            return call;
        }

        /** Takes back a call whose request the engine doesn't have. */
        void give(Call call) {
            call.begin(null, null, null); // it keeps nothing alive
            int bytes = call.frame().capacity();
            if (bytes <= MAX_POOLED_BYTES && freeBytes + bytes <= MAX_FREE_BYTES) {
                freeBytes += bytes;
                free.addLast(call);
            }
        }

        /** Hands the call's request to the engine; false when it takes none. */
        boolean submit(Call call) {
            return engine.test(call.request);
        }

        /** Whoever was asked has given it back. Any thread. */
        void finished(Call call) {
            if (!finished.offer(call)) {
                // more than the engine can have under way: can't be, but an answer must not get lost
                run(() -> received(call));
            } else if (!isAwake.get() && isAwake.compareAndSet(false, true)) {
                run(drain);
            }
        }

        private void run(Runnable task) {
            try {
                eventLoop.execute(task);
            } catch (RejectedExecutionException e) {
                LOG.debug("An answer came after its event loop had ended");
            }
        }

        /**
         * Answers what has come, for a moment at most: who is answered may ask again at once, and the engine be as fast, so that
         * the queue is never empty. Then the loop looks at its sockets first.
         */
        private void drain() {
            try {
                answer();
            } finally {
                goOnIfThereIsMore();
            }
        }

        private void answer() {
            long startNs = System.nanoTime();
            int answered = 0;
            for (Call call = finished.poll(); call != null; call = finished.poll()) {
                received(call);
                if (++answered % LOOKS == 0 && System.nanoTime() - startNs >= SLICE_NS) {
                    break;
                }
            }
        }

        private void goOnIfThereIsMore() {
            // before the last look at the queue: a reply that is published after it wakes the loop again
            isAwake.set(false);
            if (!finished.isEmpty() && isAwake.compareAndSet(false, true)) {
                goOnLater();
            }
        }

        /** A task that is due at once would run before the loop looks at its sockets, one that is due soon runs after it. */
        private void goOnLater() {
            if (eventLoop instanceof ScheduledExecutorService timed) {
                timed.schedule(drain, 1, TimeUnit.NANOSECONDS);
            } else {
                run(drain);
            }
        }

        /** What was asked is answered; its client may have had another answer meanwhile, or be gone. */
        void received(Call call) {
            try {
                if (call.exchange.isOpen()) {
                    call.receiver.accept(call);
                }
            } finally {
                give(call);
            }
        }

        private IdHasher hasher(String platform) {
            IdHasher known = hashers.get(platform);
            return known != null ? known : hashers.computeIfAbsent(platform, this::newHasher);
        }

        private IdHasher newHasher(String platform) {
            return new IdHasher(hashKey, platform);
        }
    }
}
