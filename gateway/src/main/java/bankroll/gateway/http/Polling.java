package bankroll.gateway.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How an event loop learns which sockets have something to read. */
enum Polling {
    /** Linux's epoll through Netty's native library: less work for each message than the JDK's selector. */
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> servers() {
            return EpollServerSocketChannel.class;
        }
    },
    /** The JDK's selector, everywhere else. {@code -Dio.netty.transport.noNative=true} chooses it too. */
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> servers() {
            return NioServerSocketChannel.class;
        }
    };

    /** That of this process. */
    static final Polling BEST = best();

    /** Makes what a loop waits with. */
    abstract IoHandlerFactory handlers();

    /** Sockets that accept connections. */
    abstract Class<? extends ServerChannel> servers();

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
