package bankroll.gateway.http;

import bankroll.condition.LogId;
import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What ends a connection before its time: its client, or a defect. Stateless. */
final class ConnectionFault {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionFault.class);

    private ConnectionFault() {}

    /** Logs what isn't the client's. */
    static void log(Channel channel, Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            LOG.warn(LogId.CONNECTION_NO_MEMORY.marker(), "Closing connection {}: {}", channel, cause.getMessage());
        } else if (!isOfTheClient(cause)) {
            LOG.warn(
                    LogId.CONNECTION_FAULT.marker(), "Closing connection {} after an unexpected fault", channel, cause);
        }
    }

    /** A broken connection, or bytes that are none of their protocol: no defect, and anybody could fill a log with it. */
    private static boolean isOfTheClient(Throwable cause) {
        Throwable fault = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        return fault instanceof IOException || fault instanceof DecoderException;
    }
}
