package bankroll.gateway.http.tls;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.ReferenceCountUtil;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS of one listener: versions 1.2 and 1.3, forward secrecy and authenticated encryption only. {@link #renewal} takes
 * certificates anew while connections go on with what they began with. Any thread, unless said otherwise.
 */
public final class Tls implements AutoCloseable {
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
    /** No HTTP/2 here, and no other protocol over a stolen connection. */
    private static final ApplicationProtocolConfig HTTP_1 = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            "http/1.1");
    /** Sessions of TLS 1.2 that the service itself remembers; the JVM's default would keep 20,480. */
    private static final long MOST_SESSIONS = 2_000;

    private static final long SESSION_TIMEOUT_S = 300;
    private static final long CLOSE_NOTIFY_MS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

    private final String name;
    private final TlsProvider provider;
    private final Handshakes handshakes;
    private final long handshakeDeadlineMs;
    private volatile InForce inForce;

    /**
     * Reads the files.
     *
     * @param name of the listener
     * @param provider who computes it
     * @param handshakeThread makes the thread that computes handshakes
     * @param handshakeDeadlineMs from a connection's beginning to the end of its handshake; then it is closed
     * @throws ConditionException names the file that can't be used, and the cure
     */
    public Tls(
            String name,
            TlsFiles files,
            TlsProvider provider,
            ThreadFactory handshakeThread,
            long handshakeDeadlineMs) {
        this.name = name;
        this.provider = provider;
        this.inForce = read(name, files, provider);
        LOG.info("Listener {}: TLS is computed by {}", name, inForce.by);
        this.handshakeDeadlineMs = handshakeDeadlineMs;
        this.handshakes = new Handshakes(handshakeThread);
    }

    /**
     * Reads files as a start does, and forgets them.
     *
     * @throws ConditionException names the file that can't be used, and the cure
     */
    public static void check(TlsFiles files, TlsProvider provider) {
        read("", files, provider);
    }

    /**
     * Reads files anew, and tells how to put them in force: several listeners change together or not at all.
     *
     * @throws ConditionException names the file that can't be used, and the cure; nothing has changed
     */
    public Runnable renewal(TlsFiles files) {
        InForce renewed = read(name, files, provider);
        return () -> inForce = renewed;
    }

    /**
     * Puts TLS before all else of a new connection. Keys are computed by a thread of their own, so that a flood of
     * handshakes doesn't hold up the connections that stand. When a handshake goes well, {@link ClientNames} follow as an event
     * where the client has shown a certificate.
     */
    public void secure(Channel channel, TlsClient client) {
        SslHandler handler = inForce.context.newHandler(channel.alloc(), handshakes.of(channel, client));
        handler.setHandshakeTimeoutMillis(handshakeDeadlineMs);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MS);
        channel.pipeline().addLast(handler).addLast(new Secured(client));
    }

    /**
     * Ends the service's side of a connection, with TLS or without, and throws away what still comes. Under TLS the client is
     * told first, so that it can tell the end from a cut. On the connection's event loop.
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

    /** Until when the certificates of new connections are good, the first that ends; wall clock, in milliseconds. */
    public long notAfterMs() {
        return inForce.notAfterMs;
    }

    private static InForce read(String name, TlsFiles files, TlsProvider provider) {
        Credentials credentials = Credentials.load(files);
        String obstacle = provider == TlsProvider.JDK ? "" : NativeTls.obstacle(credentials);
        if (obstacle == null) {
            return nativeOne(files, credentials);
        }
        if (provider == TlsProvider.NATIVE) {
            throw new ConditionException(
                    ExitCode.USAGE, "TLS: " + obstacle, "set platform.tls-provider to auto or jdk");
        }
        if (provider == TlsProvider.AUTO && !name.isEmpty()) {
            LOG.info("Listener {}: {}", name, obstacle);
        }
        return jdk(files, credentials);
    }

    private static InForce jdk(TlsFiles files, Credentials credentials) {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(credentials.key(), credentials.chain())
                    .sslProvider(SslProvider.JDK);
            return inForce(builder, credentials, "the JDK");
        } catch (SSLException e) {
            throw unusable(files, e);
        }
    }

    private static InForce nativeOne(TlsFiles files, Credentials credentials) {
        try {
            return inForce(NativeTls.forServer(credentials), credentials, NativeTls.version());
        } catch (SSLException e) {
            throw unusable(files, e);
        }
    }

    private static InForce inForce(SslContextBuilder builder, Credentials credentials, String by) throws SSLException {
        builder.protocols(VERSIONS)
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(HTTP_1)
                .sessionCacheSize(MOST_SESSIONS)
                .sessionTimeout(SESSION_TIMEOUT_S);
        if (!credentials.authorities().isEmpty()) {
            builder.trustManager(credentials.authorities()).clientAuth(ClientAuth.REQUIRE);
        }
        return new InForce(builder.build(), credentials.notAfterMs(), by);
    }

    private static ConditionException unusable(TlsFiles files, SSLException cause) {
        return new ConditionException(
                ExitCode.USAGE, "TLS: " + files.certificate() + " can't be used", "see the cause in the log", cause);
    }

    @Override
    public void close() {
        handshakes.close();
    }

    /** What new connections get. */
    private record InForce(SslContext context, long notAfterMs, String by) {}

    /**
     * Whom the client's verified certificate names: its alternative names that are DNS names, URIs or mail addresses; its common
     * name only if it has none.
     *
     * @param names in lower case
     */
    public record ClientNames(List<String> names) {
        private static final int MAIL = 1;
        private static final int DNS = 2;
        private static final int URI = 6;

        /** The names in lower case; empty when it has none that could be understood. */
        static ClientNames of(Certificate certificate) {
            try {
                X509Certificate x509 = (X509Certificate) certificate;
                Collection<List<?>> alternatives = x509.getSubjectAlternativeNames();
                return new ClientNames(alternatives == null ? commonNames(x509) : texts(alternatives));
            } catch (CertificateParsingException | InvalidNameException e) {
                return new ClientNames(List.of());
            }
        }

        private static List<String> texts(Collection<List<?>> alternatives) {
            List<String> names = new ArrayList<>();
            for (List<?> alternative : alternatives) {
                int kind = (Integer) alternative.get(0);
                if (kind == DNS || kind == URI || kind == MAIL) {
                    names.add(((String) alternative.get(1)).toLowerCase(Locale.ROOT));
                }
            }
            return List.copyOf(names);
        }

        private static List<String> commonNames(X509Certificate certificate) throws InvalidNameException {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
                            .map(Rdn::getValue)
                            .map(value -> String.valueOf(value).toLowerCase(Locale.ROOT))
                            .toList();
        }
    }

    /**
     * Makes a TLS connection look like any other to what stands behind it: its end is the end of input, its client's fault no
     * defect. Tells whom the client's certificate names. On the connection's event loop.
     */
    private static final class Secured extends ChannelDuplexHandler {
        private final TlsClient client;

        Secured(TlsClient client) {
            this.client = client;
        }

        /**
         * Nobody is told of an end before the handshake's: the word would wait for a turn of its own, for a second, then a line
         * of the log for each, and the connection would take its place meanwhile.
         */
        @Override
        public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            if (tls == null || tls.handshakeFuture().isSuccess()) {
                ctx.close(promise);
            } else {
                ctx.pipeline().context(tls).close(promise);
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
                client.handshakeFailed();
                return;
            }
            try {
                var certificates = ctx.pipeline()
                        .get(SslHandler.class)
                        .engine()
                        .getSession()
                        .getPeerCertificates();
                ctx.fireUserEventTriggered(ClientNames.of(certificates[0]));
            } catch (SSLPeerUnverifiedException noneWasAskedFor) {
                // it has no names
            }
        }

        /** A client that can't speak TLS is no news: it is counted, not logged. */
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            Throwable fault = cause instanceof DecoderException ? cause.getCause() : cause;
            if (fault instanceof SSLException) {
                close(ctx, ctx.newPromise());
            } else {
                ctx.fireExceptionCaught(cause);
            }
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
