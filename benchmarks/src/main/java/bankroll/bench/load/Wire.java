package bankroll.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A connection's bytes on their way: as they are, or, in a subclass, under TLS. Never waits once it is open. One thread. */
class Wire implements AutoCloseable {
    final SocketChannel channel;

    Wire(SocketChannel channel) {
        this.channel = channel;
    }

    final SelectionKey register(Selector selector, Object attachment) throws IOException {
        return channel.register(selector, SelectionKey.OP_READ, attachment);
    }

    /** Reads what is there; -1 at the end. */
    int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    /** Whether a read would give more though nothing has arrived. */
    boolean hasMore() {
        return false;
    }

    /** Takes as much as it can. */
    int write(ByteBuffer from) throws IOException {
        return channel.write(from);
    }

    /** Whether bytes that were taken still wait for the socket. */
    boolean isBehind() {
        return false;
    }

    @Override
    public final void close() throws IOException {
        channel.close();
    }

    /** A connection under TLS, by the JDK's engine. */
    static final class Tls extends Wire {
        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

        private final SSLEngine engine;
        /** From the socket, not decrypted yet; to be read from. */
        private final ByteBuffer arrived;

        /** Decrypted; to be read from. */
        private final ByteBuffer plain;

        /** Encrypted, for the socket; to be read from. */
        private final ByteBuffer leaving;

        /** Ends the handshake; the channel blocks. */
        Tls(SocketChannel channel, SSLContext tls) throws IOException {
            super(channel);
            engine = tls.createSSLEngine();
            engine.setUseClientMode(true);
            int packet = engine.getSession().getPacketBufferSize();
            arrived = ByteBuffer.allocate(4 * packet).limit(0);
            plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                    .limit(0);
            leaving = ByteBuffer.allocate(packet).limit(0);
            handshake();
        }

        private void handshake() throws IOException {
            engine.beginHandshake();
            while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> runTasks();
                    case NEED_WRAP -> {
                        wrap(NOTHING);
                        flush();
                    }
                    default -> {
                        if (unwrap() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                            receive();
                        }
                    }
                }
            }
        }

        private void runTasks() {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
        }

        private int receive() throws IOException {
            arrived.compact();
            int received = channel.read(arrived);
            arrived.flip();
            if (received < 0) {
                throw new EOFException("end of stream");
            }
            return received;
        }

        private SSLEngineResult.Status unwrap() throws IOException {
            plain.compact();
            SSLEngineResult.Status status = engine.unwrap(arrived, plain).getStatus();
            plain.flip();
            return status;
        }

        private int wrap(ByteBuffer from) throws IOException {
            leaving.clear();
            SSLEngineResult result = engine.wrap(from, leaving);
            leaving.flip();
            return result.bytesConsumed();
        }

        private boolean flush() throws IOException {
            if (leaving.hasRemaining()) {
                channel.write(leaving);
            }
            return !leaving.hasRemaining();
        }

        @Override
        int read(ByteBuffer into) throws IOException {
            if (!plain.hasRemaining()) {
                receive();
                decrypt();
            }
            int length = Math.min(plain.remaining(), into.remaining());
            into.put(into.position(), plain, plain.position(), length);
            into.position(into.position() + length);
            plain.position(plain.position() + length);
            decrypt();
            return length;
        }

        /** Until there are bytes for the reader, or none that could be decrypted. */
        private void decrypt() throws IOException {
            while (!plain.hasRemaining() && arrived.hasRemaining() && unwrap() == SSLEngineResult.Status.OK) {
                runTasks();
            }
        }

        @Override
        boolean hasMore() {
            return plain.hasRemaining();
        }

        @Override
        int write(ByteBuffer from) throws IOException {
            int taken = 0;
            while (flush() && from.hasRemaining()) {
                taken += wrap(from);
            }
            return taken;
        }

        @Override
        boolean isBehind() {
            return leaving.hasRemaining();
        }
    }
}
