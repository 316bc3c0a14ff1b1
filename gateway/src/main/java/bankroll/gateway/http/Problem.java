package bankroll.gateway.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Every failure that either API answers: its code, HTTP status and title. This is the one decision table (decisions §2,
 * operator-api.md): to change a label, change its line and the test beside it.
 */
public enum Problem {
    /** No valid signature of any configured platform. */
    INVALID_SIGNATURE("invalid_signature", 401, "The request's signature is not valid"),
    /** Launch code unknown, used or expired: one answer for all three, so it can't be probed. */
    INVALID_LAUNCH_CODE("invalid_launch_code", 401, "The launch code is not valid"),
    /** The caller's bytes are not what the contract asks for. */
    MALFORMED_REQUEST("malformed_request", 400, "The request is malformed"),
    /** The body is longer than the limit; answered before it is read. */
    TOO_LARGE("malformed_request", 413, "The request body is too large"),
    /** Not JSON, not UTF-8, or encoded. */
    UNSUPPORTED_MEDIA_TYPE("malformed_request", 415, "The request body must be JSON in UTF-8 without an encoding"),
    /** Balance of, or an operator's call on, an unknown player. */
    PLAYER_NOT_FOUND("player_not_found", 404, "The player is not known"),
    /** The transaction was never received, or nothing of it is remembered. */
    TRANSACTION_NOT_FOUND("transaction_not_found", 404, "The transaction is not known"),
    /** The operator named a session that is not open. */
    SESSION_NOT_FOUND("session_not_found", 404, "The session is not known"),
    /** No such path. */
    NOT_FOUND("not_found", 404, "There is nothing at this path"),
    /** The path exists, with other methods; the answer carries {@code Allow}. */
    METHOD_NOT_ALLOWED("not_found", 405, "This path does not know this method"),
    /** The platform's bucket is empty; the answer carries {@code Retry-After}. */
    RATE_LIMITED("rate_limited", 429, "Too many requests"),
    /** Outcome unknown or not attempted: full, late, draining or stopped; the answer carries {@code Retry-After}. */
    UNAVAILABLE("unavailable", 503, "The service can't answer now"),
    /** A defect of this service, outside a batch. */
    INTERNAL("internal", 500, "Something unexpected happened"),
    /** Operator API: no known bearer token. */
    UNAUTHORIZED("unauthorized", 401, "A valid bearer token is needed"),
    /** Operator API: the token's role does not allow the call. */
    FORBIDDEN("forbidden", 403, "The token's role does not allow this"),
    /** Operator API: the present state forbids the change. */
    CONFLICT("conflict", 409, "The present state does not allow this");

    private final String code;
    private final int status;
    private final String title;

    Problem(String code, int status, String title) {
        this.code = code;
        this.status = status;
        this.title = title;
    }

    /** The contract's code (§7) or the operator API's. */
    public String code() {
        return code;
    }

    /** The HTTP status, repeated in the document. */
    public int status() {
        return status;
    }

    /** One sentence that is the same for every occurrence. */
    public String title() {
        return title;
    }

    /** Whether the caller should come back: the answer then carries {@code Retry-After}. */
    public boolean retryable() {
        return this == RATE_LIMITED || this == UNAVAILABLE;
    }

    /** Writes problem documents: exactly the contract's five fields (§2.8), {@code detail} left out when there is none. */
    public static final class Encoder {
        /** What stands before the code in {@code type} when nobody says otherwise (decisions §2). */
        public static final String TYPE_BASE = "urn:bankroll:problem:";

        private final String[] fixedParts = new String[Problem.values().length];

        /**
         * @param typeBase what stands before the code in {@code type}; with the code it is an absolute URI
         */
        public Encoder(String typeBase) {
            for (Problem problem : Problem.values()) {
                fixedParts[problem.ordinal()] = "{\"type\":\"" + typeBase + problem.code() + "\",\"title\":\""
                        + problem.title() + "\",\"status\":" + problem.status() + ",\"code\":\"" + problem.code() + '"';
            }
        }

        /** Appends the document; {@code detail} may be null. It must not hold secrets, signatures or class names. */
        public void encode(ByteBuf out, Problem problem, String detail) {
            ByteBufUtil.writeAscii(out, fixedParts[problem.ordinal()]);
            if (detail != null) {
                ByteBufUtil.writeAscii(out, ",\"detail\":\"");
                out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(detail))
                        .writeByte('"');
            }
            out.writeByte('}');
        }
    }

    /**
     * A whole answer made before anything went wrong: to say that there is no room needs no room. It closes its connection. Its
     * bytes lie where the socket takes them from, so that not even sending it copies them; any thread.
     */
    static final class Prepared {
        private final ByteBuf answer;

        private Prepared(ByteBuf answer) {
            this.answer = answer;
        }

        /** An {@code unavailable} with these words. */
        static Prepared unavailable(Encoder problems, int retryAfterSeconds, String detail) {
            ByteBuf document = Unpooled.buffer(512);
            problems.encode(document, UNAVAILABLE, detail);
            String head =
                    "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: "
                            + document.readableBytes() + "\r\nretry-after: " + retryAfterSeconds
                            + "\r\nconnection: close\r\n\r\n";
            ByteBuffer whole = ByteBuffer.allocateDirect(head.length() + document.readableBytes());
            whole.put(head.getBytes(StandardCharsets.US_ASCII));
            document.readBytes(whole);
            document.release();
            return new Prepared(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(whole.flip())));
        }

        /** The bytes, to be sent once. */
        ByteBuf bytes() {
            return answer.duplicate();
        }
    }
}
