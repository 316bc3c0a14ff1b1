package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;

/**
 * The lines of a head, or of a chunked body's trailers, as they were sent, held against RFC 9112 where Netty's decoder is
 * lenient: servers in front may read such lines otherwise, and one request become two. One per connection, on its event
 * loop.
 */
final class HeadLines {
    /** Header lines of a request, its trailers among them. */
    static final int MOST_HEADERS = 100;

    /** The shortest version: {@code HTTP/1.1}. */
    private static final int VERSION_LENGTH = 8;

    private static final byte LF = '\n';
    private static final byte CR = '\r';
    private static final byte SP = ' ';
    private static final byte TAB = '\t';
    private static final int DELETE = 0x7f;

    private boolean hasRequestLine;
    private boolean isAfterReturn;
    private int headers;
    private String fault;

    /** The first rule that was broken, in words for the client, or null. */
    String fault() {
        return fault;
    }

    /** From here on the next request's lines come. */
    void reset() {
        hasRequestLine = false;
        isAfterReturn = false;
        headers = 0;
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

    /** Only what stands before a request line comes in parts: an empty line, whose two bytes may be apart. */
    private void readUnended(ByteBuf bytes, int begin, int to) {
        boolean isReturn = to - begin == 1 && bytes.getByte(begin) == CR && !isAfterReturn;
        if (hasRequestLine || !isReturn) {
            fault = "nothing but empty lines may stand before the request line";
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
        if (first == SP || first == TAB) {
            fault = "a header line must not begin with a space or a tab";
        } else if (end - begin > 1 && ++headers > MOST_HEADERS) {
            fault = "there are more than " + MOST_HEADERS + " header lines";
        }
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
            fault = "the request line must be METHOD TARGET HTTP/1.1 with one space between them";
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
}
