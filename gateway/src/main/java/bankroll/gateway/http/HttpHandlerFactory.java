package bankroll.gateway.http;

import io.netty.channel.EventLoop;

/** Makes the handler of one event loop, on the starting thread, before the listener accepts. */
@FunctionalInterface
public interface HttpHandlerFactory {
    HttpHandler create(EventLoop loop);
}
