package bankroll.gateway.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How an event loop learns which sockets have something to read. */
enum Polling {
    /** Linux's epoll through Netty's native library: less work for each message than the JDK's selector. */
    EPOLL(EpollIoHandler::newFactory, EpollServerSocketChannel.class),
    /** The JDK's selector, everywhere else. {@code -Dio.netty.transport.noNative=true} chooses it too. */
    NIO(NioIoHandler::newFactory, NioServerSocketChannel.class);

    /** That of this process. */
    static final Polling BEST = best();

    private final Supplier<IoHandlerFactory> handlers;
    private final Class<? extends ServerChannel> servers;

    Polling(Supplier<IoHandlerFactory> handlers, Class<? extends ServerChannel> servers) {
        this.handlers = handlers;
        this.servers = servers;
    }

    /** Makes what a loop waits with. */
    IoHandlerFactory handlers() {
        return handlers.get();
    }

    /** Sockets that accept connections. */
    Class<? extends ServerChannel> servers() {
        return servers;
    }

    private static Polling best() {
        if (Epoll.isAvailable()) {
            return EPOLL;
        }
        Logger log = LoggerFactory.getLogger(Polling.class);
        log.info(
                "Connections go through the JDK's selector: {}",
                Epoll.unavailabilityCause().toString());
        return NIO;
    }
}
