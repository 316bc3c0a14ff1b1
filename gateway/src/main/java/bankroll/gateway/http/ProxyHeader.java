package bankroll.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.util.ReferenceCountUtil;

/**
 * Takes the PROXY protocol header of a trusted proxy's connection and tells the {@link Connection} behind it, as an event,
 * whose connection it is.
 */
final class ProxyHeader extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof HAProxyMessage header)) {
            context.fireChannelRead(message);
            return;
        }
        try {
            // a proxy that looks after its own connection tells nobody's address
            ClientAddress client = header.sourceAddress() == null ? null : ClientAddress.parse(header.sourceAddress());
            if (client != null) {
                context.fireUserEventTriggered(client);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }
}
