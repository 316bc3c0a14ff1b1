package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.function.Consumer;

/**
 * One request and its one answer. Everything happens on the connection's event loop; an answer may come long after the
 * request, and goes out when all earlier ones of its connection have.
 */
public final class Exchange {
    /** The type of every 2xx body of both APIs. */
    public static final AsciiString JSON = AsciiString.cached("application/json");

    private static final AsciiString PROBLEM_JSON = AsciiString.cached("application/problem+json");
    private static final byte[] NO_BODY = {};
    private static final String BUSY_SECONDS = "1";
    private static final int JSON_SIZE_HINT = 1024;
    /** Bytes left free before each body, for the head of the answer. */
    static final int HEAD_ROOM = 512;

    private final Port port;
    private final HttpContext context;
    final HttpRequest request;
    private HeadRules.Target target;
    final boolean isHead;
    private final long startedNs = System.nanoTime();
    private String route;
    private String caller;
    private String pathParameter;
    private byte[] body = NO_BODY;
    private int bodyLength;

    private boolean isReceived;
    private boolean isLast;
    private boolean wantsContinue;
    private boolean isAdmitted;
    private long replyBeforeMs;
    private Object prepared;
    private boolean isLarge;
    private Aside aside;
    private Reply reply;

    /** Where an answer goes: the connection, as its exchanges see it. */
    interface Port {
        /** Who is at the other end of the connection. */
        ClientAddress connected();

        /** Whether the client is still there. */
        boolean isOpen();

        /** Whom the client's certificate names, in lower case; nobody without one. */
        default List<String> clientNames() {
            return List.of();
        }

        /** Makes the buffers of answers. */
        ByteBufAllocator allocator();

        /** An exchange has its answer; it may not be its turn yet. */
        void answered();
    }

    /** What a handler has to do beside the event loop, and what afterwards. */
    public interface Aside {
        /** Looks at the body; answers nothing, and touches nothing that belongs to the event loop. */
        void work();

        /** On the event loop again. Not called where nobody waits for an answer any more. */
        void then();
    }

    Exchange(Port port, HttpContext context, HttpRequest request) {
        this.port = port;
        this.context = context;
        this.request = request;
        this.target = HeadRules.Target.of(request.uri());
        this.isHead = request.method().name().equals("HEAD");
        this.isLast = !HttpUtil.isKeepAlive(request);
    }

    /** Stands for a request whose head never came whole. */
    static Exchange unread(Port port, HttpContext context) {
        return new Exchange(port, context, new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
    }

    /** What was asked, in the words of HTTP. */
    public String method() {
        return request.method().name();
    }

    /** The path as it was sent, without the query; each char is one byte. */
    public String path() {
        return target.path();
    }

    /** What stands behind the path's {@code ?}, as it was sent, until the request is handled; empty where there is nothing. */
    public String query() {
        return target.query();
    }

    /** Whose request this is: the connection's other end, or who a trusted proxy says. */
    public ClientAddress clientAddress() {
        return context.proxies().clientOf(port.connected(), headers());
    }

    /** A header as it was sent, each char one byte, or null; the first one if there are several. */
    public String header(CharSequence name) {
        return headers().get(name);
    }

    /** Whom the client's certificate names, in lower case; nobody without mutual TLS. */
    public List<String> clientNames() {
        return port.clientNames();
    }

    /** All headers; each char of a value is one byte. */
    public HttpHeaders headers() {
        return request.headers();
    }

    /**
     * The body's bytes, from 0 to {@link #bodyLength}: only until {@link Routes.Handler#handle} returns, or what it has put
     * {@link #aside} is done.
     */
    public byte[] body() {
        return body;
    }

    /** How many bytes of {@link #body} are the body. */
    public int bodyLength() {
        return bodyLength;
    }

    /** The route's parameter as it was sent, not decoded; null where the route has none. */
    public String pathParameter() {
        return pathParameter;
    }

    /** Whether its body is so large that it is looked at beside the event loop. */
    public boolean isLarge() {
        return isLarge;
    }

    void markLarge() {
        isLarge = true;
    }

    /** Has a part of a large request's handling done beside the event loop, after this call to its handler. */
    public void aside(Aside work) {
        aside = work;
    }

    Aside takeAside() {
        Aside taken = aside;
        aside = null;
        return taken;
    }

    /** What the handler has found out so far, of a type that only the handler knows; null before. */
    public Object prepared() {
        return prepared;
    }

    /** Keeps what the handler has found out so far, until the request is handled. */
    public void prepared(Object found) {
        prepared = found;
    }

    /** It is known who asks: the observer hears of it. */
    public void calledBy(String name) {
        caller = name;
    }

    /** Somebody with a key or a token asks: the connection is no stranger's, until its next request says otherwise. */
    public void admitted() {
        isAdmitted = true;
    }

    boolean isAdmitted() {
        return isAdmitted;
    }

    /** The answer may take so many milliseconds longer than the listener's deadline. For a whole request. */
    public void mayTakeLonger(long ms) {
        replyBeforeMs += ms;
    }

    /** Whether an answer is still wanted: none given, and the client still there. */
    public boolean isOpen() {
        return reply == null && port.isOpen();
    }

    /** A pooled buffer to write an answer's body into; hand it to {@link #reply} or release it. */
    public ByteBuf newBody(int sizeHint) {
        ByteBuf buffer = port.allocator().buffer(HEAD_ROOM + sizeHint);
        return buffer.setIndex(HEAD_ROOM, HEAD_ROOM);
    }

    /** Answers 200 with JSON written into a {@link #newBody}. */
    public void ok(ByteBuf json) {
        reply(200, JSON, json);
    }

    /** Answers 200 with the JSON that this writes into a {@link #newBody}; it is released when that fails. */
    public void ok(Consumer<ByteBuf> json) {
        ByteBuf body = newBody(JSON_SIZE_HINT);
        boolean isWritten = false;
        try {
            json.accept(body);
            isWritten = true;
        } finally {
            if (!isWritten) {
                body.release();
            }
        }
        ok(body);
    }

    /** Answers 204. */
    public void noContent() {
        reply(204, null, newBody(0));
    }

    /** Answers with a body written into a {@link #newBody}; takes the buffer over. Ignored if answered before. */
    public void reply(int status, AsciiString contentType, ByteBuf content) {
        answer(new Reply(status, contentType, content, null, null, false));
    }

    /** Answers with a problem document; {@code detail} may be null. Adds the headers that its status asks for. */
    public void problem(Problem problem, String detail) {
        if (problem.retryable()) {
            problem(problem, detail, "retry-after", Integer.toString(context.retryAfterSeconds()));
        } else if (problem.status() == 401) {
            problem(problem, detail, "www-authenticate", context.challenge);
        } else {
            problem(problem, detail, null, null);
        }
    }

    /** Answers 429: come back when the next token is there. */
    public void rateLimited(long retryAfterSeconds) {
        problem(Problem.RATE_LIMITED, null, "retry-after", Long.toString(retryAfterSeconds));
    }

    /** Answers 409: it is being done for somebody else, and is soon over. */
    public void busy(String detail) {
        problem(Problem.CONFLICT, detail, "retry-after", BUSY_SECONDS);
    }

    void methodNotAllowed(String allow) {
        problem(Problem.METHOD_NOT_ALLOWED, "allowed: " + allow, "allow", allow);
    }

    private void problem(Problem problem, String detail, String headerName, String headerValue) {
        if (reply != null) {
            return;
        }
        ByteBuf document;
        try {
            document = newBody(256);
        } catch (OutOfMemoryError noBuffer) {
            refuse(context.noMemory);
            return;
        }
        context.problems.encode(document, problem, detail);
        answer(new Reply(problem.status(), PROBLEM_JSON, document, headerName, headerValue, false));
    }

    /** Answers with what was made before; the connection closes. */
    void refuse(Problem.Prepared refusal) {
        isLast = true;
        answer(new Reply(Problem.UNAVAILABLE.status(), null, refusal.bytes(), null, null, true));
    }

    private void answer(Reply given) {
        if (isOpen()) {
            reply = given;
            port.answered();
        } else {
            given.content.release();
        }
    }

    void routed(String by, String parameter) {
        route = by;
        pathParameter = parameter;
    }

    /** Nobody reads it any more: an answer that is long under way keeps of its request the path alone. */
    void forgetRequest() {
        body(NO_BODY, 0);
        prepared = null;
        headers().clear();
        request.setUri("");
        target = target.pathAlone();
    }

    void body(byte[] bytes, int length) {
        body = bytes;
        bodyLength = length;
    }

    /** All bytes have come, or the rest won't be read. */
    void received(long answerBeforeMs) {
        isReceived = true;
        wantsContinue = false;
        replyBeforeMs = answerBeforeMs;
    }

    /** Takes an answer back that has not gone out, for one that comes before it. */
    void retract() {
        abandon();
        reply = null;
    }

    /** Whether an answer was given. */
    public boolean isAnswered() {
        return reply != null;
    }

    /** Whether the answer may go out once it is this exchange's turn. */
    boolean isReady() {
        return reply != null && isReceived;
    }

    boolean isLate(long nowMs) {
        return reply == null && isReceived && nowMs - replyBeforeMs >= 0;
    }

    /** The connection closes after this answer. */
    void markLast() {
        isLast = true;
    }

    boolean isLast() {
        return isLast;
    }

    void wantContinue(boolean wanted) {
        wantsContinue = wanted;
    }

    boolean wantsContinue() {
        return wantsContinue && !isReceived;
    }

    /** What the request's line asks for. */
    HeadRules.Target target() {
        return target;
    }

    /** Bytes of memory that an answer takes while it waits for its turn. */
    int answerBytes() {
        return reply == null || reply.isWhole ? 0 : reply.content.capacity();
    }

    Reply reply() {
        return reply;
    }

    /** Tells the answer to the observer, which counts. */
    void observed() {
        context.observer.answered(route, caller, reply.status, System.nanoTime() - startedNs);
    }

    /** The client is gone: frees an answer that was waiting for its turn. */
    void abandon() {
        if (reply != null) {
            reply.content.release();
        }
    }

    /** What to send back, kept until it is its turn; a whole one has its head already. */
    record Reply(
            int status,
            AsciiString contentType,
            ByteBuf content,
            String headerName,
            String headerValue,
            boolean isWhole) {}
}
