package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The lines of a head, or of a chunked body's trailers, as they were sent, held against RFC 9112 where Netty's decoder is
 * lenient: servers in front may read such lines otherwise, and one request become two. One per connection, on its event
 * loop.
 */
final class HeadLines {
    /** Header lines of a request, its trailers among them. */
    static final int MOST_HEADERS = 100;

    /**
     * Bytes of a request's header lines without their ends, its trailers among them. Netty's decoder keeps an array as long as its
     * longest line for as long as the connection lives, so this is what each stranger may make it keep.
     */
    static final int MOST_BYTES = 16 * 1024;

    /** The shortest version: {@code HTTP/1.1}. */
    private static final int VERSION_LENGTH = 8;

    private static final AsciiString LENGTH_LINE = AsciiString.cached("content-length:");

    private static final byte LF = '\n';
    private static final byte CR = '\r';
    private static final byte SP = ' ';
    private static final byte TAB = '\t';
    private static final int DELETE = 0x7f;

    private boolean hasRequestLine;
    private boolean isAfterReturn;
    private int headers;
    private int headerBytes;
    private int lengths;
    private Fault fault;

    /** The first rule that was broken, or null. */
    Fault fault() {
        return fault;
    }

    /** From here on the next request's lines come. */
    void reset() {
        hasRequestLine = false;
        isAfterReturn = false;
        headers = 0;
        headerBytes = 0;
        lengths = 0;
        fault = null;
    }

    /** Looks at bytes of a head or of trailers: whole lines, but for what is skipped before a request line. */
    void read(ByteBuf bytes, int from, int to) {
        int begin = from;
        while (begin < to && fault == null) {
            int end = bytes.indexOf(begin, to, LF);
            if (end < 0) {
                readUnended(bytes, begin, to);
                return;
            }
            readLine(bytes, begin, end);
            begin = end + 1;
        }
    }

    /** In parts comes only what is too long, and, before a request line, an empty line, whose two bytes may be apart. */
    private void readUnended(ByteBuf bytes, int begin, int to) {
        boolean isReturn = to - begin == 1 && bytes.getByte(begin) == CR && !isAfterReturn;
        if (hasRequestLine) {
            fault = TooLong.in(bytes, begin, to);
        } else if (!isReturn) {
            fault = new Fault("nothing but empty lines may stand before the request line");
        }
        isAfterReturn = true;
    }

    private void readLine(ByteBuf bytes, int begin, int end) {
        if (hasRequestLine) {
            readHeader(bytes, begin, end);
        } else if (!isEmptyLine(bytes, begin, end)) {
            hasRequestLine = true;
            readRequestLine(bytes, begin, end);
        }
        isAfterReturn = false;
    }

    private boolean isEmptyLine(ByteBuf bytes, int begin, int end) {
        return end == begin ? isAfterReturn : end == begin + 1 && bytes.getByte(begin) == CR && !isAfterReturn;
    }

    private void readHeader(ByteBuf bytes, int begin, int end) {
        byte first = bytes.getByte(begin);
        int length = end > begin && bytes.getByte(end - 1) == CR ? end - 1 - begin : end - begin;
        headerBytes += length;
        if (first == SP || first == TAB) {
            fault = new Fault("a header line must not begin with a space or a tab");
        } else if (headerBytes > MOST_BYTES) {
            fault = TooLong.in(bytes, begin, begin + length);
        } else if (end - begin > 1 && ++headers > MOST_HEADERS) {
            fault = new Fault("there are more than " + MOST_HEADERS + " header lines");
        } else if (isLength(bytes, begin, end) && ++lengths > 1) {
            fault = new Fault("there is more than one Content-Length");
        }
    }

    /** Netty keeps the first of several where the version is 1.0, and nothing tells of the others. */
    private static boolean isLength(ByteBuf bytes, int begin, int end) {
        int last = begin + LENGTH_LINE.length() - 1;
        if (last >= end || bytes.getByte(last) != ':') {
            return false;
        }
        for (int i = begin; i < last; i++) {
            if (Character.toLowerCase((char) bytes.getByte(i)) != LENGTH_LINE.charAt(i - begin)) {
                return false;
            }
        }
        return true;
    }

    /** Method, target and version with one space between them, and nothing else. */
    private void readRequestLine(ByteBuf bytes, int begin, int end) {
        int lineEnd = end - 1;
        int spaces = 0;
        int wordBegin = begin;
        for (int i = begin; i < lineEnd; i++) {
            int each = bytes.getByte(i);
            if (each == SP) {
                boolean isEmptyWord = i == wordBegin;
                wordBegin = i + 1;
                spaces += isEmptyWord ? 3 : 1;
            } else if (each >= 0 && each < SP || each == DELETE) {
                spaces = 3;
            }
        }
        if (spaces != 2 || bytes.getByte(lineEnd) != CR || !isVersion(bytes, wordBegin, lineEnd)) {
            fault = new Fault("the request line must be METHOD TARGET HTTP/1.1 with one space between them");
        }
    }

    private static boolean isVersion(ByteBuf bytes, int begin, int end) {
        return end - begin == VERSION_LENGTH
                && bytes.getInt(begin) == 0x48545450 // HTTP
                && bytes.getByte(begin + 4) == '/'
                && isDigit(bytes.getByte(begin + 5))
                && bytes.getByte(begin + 6) == '.'
                && isDigit(bytes.getByte(begin + 7));
    }

    private static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }

    /** A rule of HTTP that the bytes of a head break, in words for the client; a value, not thrown by a defect. */
    static class Fault extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        Fault(String words) {
            super(words);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** A head that is too long, and the header in whose line it became so; the rest of it is never read. */
    static final class TooLong extends Fault {
        private static final long serialVersionUID = 1;

        private final String header;
        private final int length;

        private TooLong(String header, int length) {
            super("the headers have more than " + MOST_BYTES + " bytes");
            this.header = header;
            this.length = length;
        }

        private static TooLong in(ByteBuf bytes, int begin, int end) {
            String line = bytes.toString(begin, end - begin, StandardCharsets.ISO_8859_1);
            int colon = line.indexOf(':');
            return colon < 0
                    ? new TooLong("", 0)
                    : new TooLong(
                            line.substring(0, colon).toLowerCase(Locale.ROOT),
                            line.substring(colon + 1).trim().length());
        }

        /** The fault of a request, if it is this one; else null. */
        static TooLong of(HttpRequest request) {
            return request.decoderResult().cause() instanceof TooLong fault ? fault : null;
        }

        /** The header's name, in lower case. */
        String header() {
            return header;
        }

        /** How many bytes of its value have come. */
        int length() {
            return length;
        }
    }
}
