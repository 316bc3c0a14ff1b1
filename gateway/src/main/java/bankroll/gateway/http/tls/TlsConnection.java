package bankroll.gateway.http.tls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Makes a TLS connection look like any other to what stands behind it: its end is the end of input, its client's fault
 * no defect. Remembers whom the client's certificate names. On the connection's event loop.
 */
public final class TlsConnection extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<List<String>> NAMES = AttributeKey.valueOf(TlsConnection.class, "names");

    private final Runnable failed;

    TlsConnection(Runnable failed) {
        this.failed = failed;
    }

    /** The names in the client's verified certificate, in lower case; empty without one. */
    public static List<String> namesOf(Channel channel) {
        List<String> names = channel.hasAttr(NAMES) ? channel.attr(NAMES).get() : null;
        return names == null ? List.of() : names;
    }

    /**
     * Ends the service's side and throws away what still comes. Under TLS the client is told first, so that it can tell
     * the end from a cut.
     */
    public static void shutOutput(DuplexChannel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        SslHandler tls = pipeline.get(SslHandler.class);
        if (tls == null) {
            channel.shutdownOutput();
        } else {
            tls.closeOutbound().addListener(told -> channel.shutdownOutput());
            pipeline.addFirst(new Discarding());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            handshakeEnded(ctx, handshake.isSuccess());
        } else if (event instanceof SslCloseCompletionEvent) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private void handshakeEnded(ChannelHandlerContext ctx, boolean isSuccess) {
        if (!isSuccess) {
            failed.run();
            return;
        }
        try {
            var certificates =
                    ctx.pipeline().get(SslHandler.class).engine().getSession().getPeerCertificates();
            ctx.channel().attr(NAMES).set(CertificateNames.of(certificates[0]));
        } catch (SSLPeerUnverifiedException noneWasAskedFor) {
            // it has no names
        }
    }

    /** A client that can't speak TLS, or one handshake too many, is no news: it is counted, not logged. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable fault = cause instanceof DecoderException ? cause.getCause() : cause;
        if (fault instanceof SSLException || fault instanceof RejectedExecutionException) {
            ctx.close();
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    /** Bytes after the end: not worth decrypting. */
    private static final class Discarding extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
            ReferenceCountUtil.release(bytes);
        }
    }
}
