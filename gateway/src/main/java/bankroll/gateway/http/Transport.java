package bankroll.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;

/** What lies below the handlers of a channel; on its event loop. Stateless. */
final class Transport {
    private Transport() {}

    /** Bytes that were written and wait for the socket to take them; an answer counts as a whole until all of it is sent. */
    static long unsentBytes(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** How many bytes of the first answer that waits the socket has taken already. */
    static long sentOfFirst(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.currentProgress();
    }

    /** Runs this once all that was written is in the socket, or can't come there any more; at once when nothing waits. */
    static void whenSent(Channel channel, Runnable then) {
        ChannelPromise sent = channel.newPromise();
        sent.addListener(done -> then.run());
        channel.unsafe().write(Unpooled.EMPTY_BUFFER, sent);
        channel.unsafe().flush();
    }

    /** Closes at once, with a reset: the system lets go of what it keeps for the other side, too. */
    static void reset(Channel channel) {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.unsafe().close(channel.unsafe().voidPromise());
        }
    }
}
