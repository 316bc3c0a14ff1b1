package bankroll.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.regex.Pattern;

/** What a head must obey before anybody looks at its route; what breaks these rules could hide another request. */
final class HeadRules {
    private static final Pattern LONGER_THAN_ANY = Pattern.compile("0*[1-9][0-9]{18,}");

    private HeadRules() {}

    /** The broken rule in words for the client, or null; {@code target} is what the request's line asks for. */
    static String fault(HttpRequest request, RequestTarget target) {
        if (request.decoderResult().isFailure()) {
            return request.decoderResult().cause() instanceof HeadFault fault
                    ? fault.getMessage()
                    : "the request line or headers are not valid HTTP/1.1, or too long";
        }
        HttpVersion version = request.protocolVersion();
        if (version.majorVersion() != 1 || version.minorVersion() > 1) {
            return "the HTTP version must be 1.1 or 1.0";
        }
        HttpHeaders headers = request.headers();
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || hosts == 0 && version.minorVersion() == 1) {
            return "exactly one Host header is needed";
        }
        String hostFault = hostFault(target, headers.get(HttpHeaderNames.HOST));
        if (hostFault != null) {
            return hostFault;
        }
        String coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding != null && !isOnlyChunked(headers, coding)) {
            return "the only transfer coding is chunked";
        }
        return hasHiddenBody(request) ? "a body needs a length or the transfer coding chunked" : null;
    }

    /** Netty's decoder takes 8 bytes behind such a head for its body (a draft of WebSocket), and nobody else does. */
    private static boolean hasHiddenBody(HttpRequest request) {
        return HttpMethod.GET.equals(request.method())
                && request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)
                && request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY2);
    }

    /** Two hosts of one request, or one that is none, are read differently by different servers. */
    private static String hostFault(RequestTarget target, String header) {
        if (header != null && Authority.parse(header, target.isSecure()) == null) {
            return "the Host header must be a host, with or without a port";
        }
        if (target.authority() == null) {
            return null;
        }
        Authority asked = Authority.parse(target.authority(), target.isSecure());
        if (asked == null || header != null && !asked.equals(Authority.parse(header, target.isSecure()))) {
            return "the target's host must be that of the Host header";
        }
        return null;
    }

    /** Whether the decoder gave up on a length that is a number, but one beyond 64 bits. */
    static boolean isBeyondAnyLength(HttpRequest request) {
        if (!request.decoderResult().isFailure()) {
            return false;
        }
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        return length != null && LONGER_THAN_ANY.matcher(length).matches();
    }

    private static boolean isOnlyChunked(HttpHeaders headers, String coding) {
        return coding.equalsIgnoreCase("chunked")
                && headers.getAll(HttpHeaderNames.TRANSFER_ENCODING).size() == 1;
    }

    /** The length that the head announces; 0 when it announces none. */
    static long announcedLength(HttpRequest request) {
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        // The decoder has checked that it is one number.
        return length == null ? 0 : Long.parseLong(length.trim());
    }

    /** Whether the length of the body is not announced. */
    static boolean isChunked(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    /** Whether the client waits for a word before it sends the body. */
    static boolean expectsContinue(HttpRequest request) {
        return request.protocolVersion().minorVersion() == 1
                && request.headers().contains(HttpHeaderNames.EXPECT, "100-continue", true);
    }
}
