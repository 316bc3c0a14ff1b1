package bankroll.gateway.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How sockets are driven: NIO, or epoll where the option says so and its library is on the class path. Epoll is reached
 * by name, so that the product neither ships nor needs it.
 */
record Transport(IoHandlerFactory ioHandlers, Class<? extends ServerChannel> serverChannel) {
    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    static Transport choose(boolean nativeTransport) {
        if (nativeTransport) {
            Transport epoll = epollOrNull();
            if (epoll != null) {
                return epoll;
            }
            LOG.warn("The native transport was asked for but netty's epoll library is not there; using NIO");
        }
        return new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }

    private static Transport epollOrNull() {
        try {
            Class<?> epoll = Class.forName("io.netty.channel.epoll.Epoll");
            if (!(boolean) epoll.getMethod("isAvailable").invoke(null)) {
                return null;
            }
            Object ioHandlers = Class.forName("io.netty.channel.epoll.EpollIoHandler")
                    .getMethod("newFactory")
                    .invoke(null);
            return new Transport(
                    (IoHandlerFactory) ioHandlers,
                    Class.forName("io.netty.channel.epoll.EpollServerSocketChannel")
                            .asSubclass(ServerChannel.class));
        } catch (ReflectiveOperationException notOnTheClassPath) {
            return null;
        }
    }
}
