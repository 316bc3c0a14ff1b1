package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** Exchanges without a connection, for tests of what stands behind them. */
public final class Exchanges {
    /** Answers are small, on the heap, and left to the collector. */
    private static final ByteBufAllocator UNWATCHED = new UnpooledByteBufAllocator(false, true);

    private static final Exchange.Port OPEN = new Exchange.Port() {
        @Override
        public ClientAddress connected() {
            return new ClientAddress(InetAddress.getLoopbackAddress());
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public ByteBufAllocator allocator() {
            return UNWATCHED;
        }

        @Override
        public void answered() {
            // nobody waits
        }
    };

    private Exchanges() {}

    /** A request that is whole; {@code parameter} is that of its path, or null. */
    public static Exchange whole(String parameter, byte[] body, int length) {
        Exchange exchange = post("/");
        exchange.routed("POST /", parameter);
        exchange.body(body, length);
        return exchange;
    }

    /** A request without a body that is whole, not handled yet. */
    public static Exchange post(String path) {
        return new Exchange(
                OPEN, new HttpContext(), new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path));
    }

    /** Has a request that is whole handled. */
    public static void handle(Routes routes, Exchange exchange) {
        routes.route(exchange).handle(exchange);
    }

    /** The status that was answered. */
    public static int status(Exchange exchange) {
        return exchange.reply().status();
    }

    /** The header that only some answers have, with its name; "null: null" for none. */
    public static String header(Exchange exchange) {
        return exchange.reply().headerName() + ": " + exchange.reply().headerValue();
    }

    /** The body that was answered. */
    public static String body(Exchange exchange) {
        ByteBuf content = exchange.reply().content();
        return content.toString(StandardCharsets.UTF_8);
    }
}
