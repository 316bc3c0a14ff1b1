package bankroll.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection's bytes on their way: as they are, or, in a subclass, under TLS. Never waits once it is open. One thread. */
class Wire implements AutoCloseable {
    private final SocketChannel channel;

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
}
