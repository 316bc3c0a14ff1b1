package bankroll.gateway.http;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a head must obey before anybody looks at its route; what breaks these rules could hide another request. */
final class HeadRules {
    private static final Pattern LONGER_THAN_ANY = Pattern.compile("0*[1-9][0-9]{18,}");

    private HeadRules() {}

    /** The broken rule in words for the client, or null; {@code target} is what the request's line asks for. */
    static String fault(HttpRequest request, Target target) {
        if (request.decoderResult().isFailure()) {
            return request.decoderResult().cause() instanceof HeadLines.Fault fault
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
    private static String hostFault(Target target, String header) {
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

    /** Whether the decoder gave up on a chunk whose size is a number, but one beyond 31 bits; it says so in words alone. */
    static boolean isBeyondAnyLength(HttpContent content) {
        Throwable cause = content.decoderResult().cause();
        return cause instanceof NumberFormatException
                && String.valueOf(cause.getMessage()).startsWith("Chunk size overflow");
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

    private static boolean isDigit(int each) {
        return each >= '0' && each <= '9';
    }

    /**
     * What a request line asks for (RFC 9112 §3.2): a path, or the absolute form, which every server must accept.
     *
     * @param isSecure whether it is an absolute form of https
     * @param authority what stands between {@code //} and the path; null unless it is the absolute form
     * @param path as it was sent, without the query; {@code /} where the absolute form has none
     * @param query what stands behind the first {@code ?}; empty where there is none
     */
    record Target(boolean isSecure, String authority, String path, String query) {
        private static final String HTTP = "http://";
        private static final String HTTPS = "https://";

        static Target of(String uri) {
            if (uri.startsWith("/")) {
                return new Target(false, null, withoutQuery(uri), query(uri));
            }
            boolean isSecure = uri.regionMatches(true, 0, HTTPS, 0, HTTPS.length());
            if (!isSecure && !uri.regionMatches(true, 0, HTTP, 0, HTTP.length())) {
                return new Target(false, null, withoutQuery(uri), query(uri));
            }
            int from = (isSecure ? HTTPS : HTTP).length();
            int to = from;
            while (to < uri.length() && "/?#".indexOf(uri.charAt(to)) < 0) {
                to++;
            }
            String path = withoutQuery(uri.substring(to));
            return new Target(isSecure, uri.substring(from, to), path.isEmpty() ? "/" : path, query(uri));
        }

        /** The same without its query. */
        Target pathAlone() {
            return query.isEmpty() ? this : new Target(isSecure, authority, path, "");
        }

        private static String query(String uri) {
            int query = uri.indexOf('?');
            return query < 0 ? "" : uri.substring(query + 1);
        }

        private static String withoutQuery(String path) {
            int query = path.indexOf('?');
            return query < 0 ? path : path.substring(0, query);
        }
    }

    /**
     * A host and a port, as {@code Host} and the absolute form name them. Narrower than RFC 3986: a name has letters, digits
     * and {@code -._~}, since nothing else is in any name that leads here, and a comma or a {@code @} may mean something to a
     * server in front.
     *
     * @param host in lower case; an IPv6 address with its brackets
     * @param port the scheme's own where none was named
     */
    private record Authority(String host, int port) {
        private static final int LONGEST_HOST = 255;
        private static final int MOST_PORT = 65_535;
        private static final int MOST_PORT_DIGITS = 5;

        /** Reads it; null when it is none. */
        static Authority parse(String text, boolean isSecure) {
            int colon = text.indexOf(':', text.startsWith("[") ? Math.max(0, text.indexOf(']')) : 0);
            String host = colon < 0 ? text : text.substring(0, colon);
            int port = colon < 0 ? defaultPort(isSecure) : port(text.substring(colon + 1), isSecure);
            return isHost(host) && port >= 0 ? new Authority(host.toLowerCase(Locale.ROOT), port) : null;
        }

        private static int defaultPort(boolean isSecure) {
            return isSecure ? 443 : 80;
        }

        /** Nothing after the colon is allowed and means the scheme's port; -1 for what is no port. */
        private static int port(String digits, boolean isSecure) {
            if (digits.isEmpty()) {
                return defaultPort(isSecure);
            }
            int port = 0;
            for (int i = 0; i < digits.length(); i++) {
                if (!isDigit(digits.charAt(i)) || i == MOST_PORT_DIGITS) {
                    return -1;
                }
                port = 10 * port + digits.charAt(i) - '0';
            }
            return port <= MOST_PORT ? port : -1;
        }

        private static boolean isHost(String host) {
            if (host.startsWith("[")) {
                boolean hasZone = host.indexOf('%') >= 0;
                return host.endsWith("]")
                        && !hasZone
                        && NetUtil.isValidIpV6Address(host.substring(1, host.length() - 1));
            }
            for (int i = 0; i < host.length(); i++) {
                if (!isOfName(host.charAt(i))) {
                    return false;
                }
            }
            return !host.isEmpty() && host.length() <= LONGEST_HOST;
        }

        private static boolean isOfName(char each) {
            return each >= 'a' && each <= 'z'
                    || each >= 'A' && each <= 'Z'
                    || isDigit(each)
                    || "-._~".indexOf(each) >= 0;
        }
    }
}
