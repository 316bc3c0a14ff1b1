package bankroll.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One HTTP/1.1 connection: sends from its script as many requests as are due and as its depth allows, reads answers in
 * order. One thread; no allocation once the input buffer has grown.
 */
final class LoadConnection implements AutoCloseable {
    private final int index;
    private final Script script;
    private final int depth;
    private final long[] sentNs;
    private final Head head = new Head();
    private final AnswerCheck.Body body = new AnswerCheck.Body();
    private Wire wire;
    private SelectionKey key;
    private ByteBuffer in = ByteBuffer.allocate(16 << 10);
    private int consumed;
    private int due;
    private int sent;
    private int sentBytes;
    private int answered;

    /** Told of every answer; the body is good during the call only. */
    @FunctionalInterface
    interface Listener {
        /** A request was answered with this HTTP status. */
        void answered(LoadConnection connection, int request, int status, AnswerCheck.Body body);
    }

    /**
     * @param index of the connection within its loop
     * @param depth most requests under way
     */
    LoadConnection(int index, Script script, int depth) {
        this.index = index;
        this.script = script;
        this.depth = depth;
        sentNs = new long[depth];
    }

    void connect(Target target, Selector selector) throws IOException {
        wire = open(target);
        key = wire.register(selector, this);
    }

    /** Connects, and ends the handshake where there is one. */
    private static Wire open(Target target) throws IOException {
        SocketChannel channel = SocketChannel.open(target.address());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Wire open =
                target.tls().isPresent() ? new Wire.Tls(channel, target.tls().get()) : new Wire(channel);
        channel.configureBlocking(false);
        return open;
    }

    int index() {
        return index;
    }

    Script script() {
        return script;
    }

    int due() {
        return due;
    }

    int answered() {
        return answered;
    }

    /** When a request was handed to the socket; kept until it is answered. */
    long sentNs(int request) {
        return sentNs[request % depth];
    }

    /** Whether every request of the script was sent. */
    boolean isAtEnd() {
        return sent == script.requests();
    }

    /** Whether all that is due was answered. */
    boolean isDone() {
        return answered >= due;
    }

    void raiseDue(int requests) {
        due = requests;
    }

    /** Sends nothing more than what was begun. */
    void stop() {
        due = sent;
    }

    /** Sends what is due and allowed, as one write; what the socket doesn't take goes out when it can. */
    void send() {
        int allowed = Math.min(Math.min(due, script.requests()), answered + depth);
        long now = System.nanoTime();
        while (sent < allowed) {
            sentNs[sent % depth] = now;
            sent++;
        }
        int end = sent == 0 ? 0 : script.end(sent - 1);
        if (sentBytes < end || wire.isBehind()) {
            write(end);
        }
    }

    private void write(int end) {
        try {
            ByteBuffer bytes = script.bytes();
            bytes.limit(end).position(sentBytes);
            sentBytes += wire.write(bytes);
            boolean isBehind = sentBytes < end || wire.isBehind();
            int interest = isBehind ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (key.interestOps() != interest) {
                key.interestOps(interest);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the server broke connection " + index, e);
        }
    }

    /** Reads what is there and tells every complete answer. */
    void read(Listener listener) {
        do {
            readOnce(listener);
        } while (wire.hasMore());
    }

    private void readOnce(Listener listener) {
        try {
            if (wire.read(in) < 0) {
                throw new IOException("end of stream");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the server broke connection " + index + " after " + answered + " answers", e);
        }
        while (tellNext(listener)) {
            consumed += head.length + head.contentLength;
        }
        keepRest();
    }

    private boolean tellNext(Listener listener) {
        int available = in.position() - consumed;
        if (!head.read(in.array(), consumed, available) || available < head.length + head.contentLength) {
            return false;
        }
        if (answered == sent) {
            throw new IllegalStateException("an answer came on connection " + index + " before its request was sent");
        }
        body.at(in.array(), consumed + head.length, head.contentLength);
        listener.answered(this, answered, head.status, body);
        answered++;
        return true;
    }

    private void keepRest() {
        int rest = in.position() - consumed;
        if (rest == 0) {
            in.clear();
        } else if (consumed > 0 && in.remaining() < in.capacity() / 2) {
            System.arraycopy(in.array(), consumed, in.array(), 0, rest);
            in.position(rest);
        } else {
            growWhenFull();
            return;
        }
        consumed = 0;
    }

    private void growWhenFull() {
        if (!in.hasRemaining()) {
            int filled = in.position();
            in = ByteBuffer.wrap(Arrays.copyOf(in.array(), in.capacity() * 2)).position(filled);
        }
    }

    @Override
    public void close() {
        try {
            if (wire != null) {
                wire.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the head of an HTTP/1.1 answer as far as a load client needs it: status and Content-Length. One thread. */
    private static final class Head {
        private static final byte[] CONTENT_LENGTH = RequestText.ascii("content-length:");
        private static final int STATUS_AT = 9;

        private int status;
        /** Bytes of the head, the empty line included. */
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
    }
}
