package bankroll.bench.load;

import java.nio.charset.StandardCharsets;

/** Reads the head of an HTTP/1.1 answer as far as a load client needs it: status and Content-Length. One thread. */
final class AnswerHead {
    private static final byte[] CONTENT_LENGTH = RequestText.ascii("content-length:");
    private static final int STATUS_AT = 9;

    private int status;
    private int length;
    private int contentLength;

    /**
     * Reads a head that may not be complete yet.
     *
     * @return false when more bytes are needed
     */
    boolean read(byte[] bytes, int offset, int available) {
        int end = offset + available;
        int line = offset;
        contentLength = -1;
        for (int i = offset + STATUS_AT; i + 1 < end; i++) {
            if (bytes[i] != '\r' || bytes[i + 1] != '\n') {
                continue;
            }
            if (i == line) {
                return complete(bytes, offset, i + 2 - offset);
            }
            readLength(bytes, line, i);
            line = i + 2;
        }
        return false;
    }

    private boolean complete(byte[] bytes, int offset, int headLength) {
        if (contentLength < 0) {
            throw new IllegalStateException("an answer came without Content-Length: "
                    + new String(bytes, offset, headLength, StandardCharsets.US_ASCII));
        }
        status = (bytes[offset + STATUS_AT] - '0') * 100
                + (bytes[offset + STATUS_AT + 1] - '0') * 10
                + bytes[offset + STATUS_AT + 2]
                - '0';
        length = headLength;
        return true;
    }

    private void readLength(byte[] bytes, int line, int end) {
        if (end - line <= CONTENT_LENGTH.length) {
            return;
        }
        for (int i = 0; i < CONTENT_LENGTH.length; i++) {
            int lower = bytes[line + i] >= 'A' && bytes[line + i] <= 'Z' ? bytes[line + i] + 32 : bytes[line + i];
            if (lower != CONTENT_LENGTH[i]) {
                return;
            }
        }
        int value = 0;
        for (int i = line + CONTENT_LENGTH.length; i < end; i++) {
            if (bytes[i] != ' ') {
                value = value * 10 + (bytes[i] - '0');
            }
        }
        contentLength = value;
    }

    int status() {
        return status;
    }

    /** Bytes of the head, the empty line included. */
    int length() {
        return length;
    }

    int contentLength() {
        return contentLength;
    }
}
