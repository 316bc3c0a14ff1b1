package bankroll.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;

/** What lies below the handlers of a channel; on its event loop. Stateless. */
final class Transport {
    private Transport() {}

    /** Bytes that were written and wait for the socket to take them. */
    static long unsentBytes(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** Closes at once, with a reset: the system lets go of what it keeps for the other side, too. */
    static void reset(Channel channel) {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.unsafe().close(channel.unsafe().voidPromise());
        }
    }
}
