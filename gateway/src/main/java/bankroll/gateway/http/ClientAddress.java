package bankroll.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The address of a client, as bytes: no name is ever looked up. It is that of the connection's other end, or what one of the
 * {@link Proxies} says. Immutable; any thread.
 *
 * @param address as a socket tells it; one of IPv4 in the clothes of IPv6 is one of IPv4
 */
public record ClientAddress(InetAddress address) {
    private static final int IPV4_BYTES = 4;
    /** A household or a host has a network of 64 bits to itself; counting single addresses would count nothing. */
    private static final int IPV6_NETWORK_BYTES = 8;

    /** The other end of a channel; of one that has closed before it was looked at, no address at all. */
    static ClientAddress of(Channel channel) {
        boolean isKnown = channel.remoteAddress() instanceof InetSocketAddress;
        return new ClientAddress(
                isKnown
                        ? ((InetSocketAddress) channel.remoteAddress()).getAddress()
                        : new InetSocketAddress(0).getAddress());
    }

    /** An address as text, an IPv6 one also in brackets; null when it is none. A port behind it is not part of it. */
    static ClientAddress parse(String text) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        try {
            return bytes == null ? null : new ClientAddress(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** What counts as one client: the IPv4 address, or the first 64 bits of the IPv6 address. */
    public long network() {
        byte[] bytes = address.getAddress();
        long network = bytes.length == IPV4_BYTES ? -1 : 0;
        for (byte b : Arrays.copyOf(bytes, bytes.length == IPV4_BYTES ? IPV4_BYTES : IPV6_NETWORK_BYTES)) {
            network = network << Byte.SIZE | b & 0xFF;
        }
        return network;
    }

    /** The address in figures. */
    @Override
    public String toString() {
        return NetUtil.toAddressString(address);
    }

    /**
     * The proxies before a listener, and how they tell whose request they pass on. Nobody else is believed: what anybody may
     * write into a header is no address. Immutable; any thread.
     */
    public static final class Proxies {
        /** No proxy: every connection is its client's own. */
        public static final Proxies NONE = new Proxies(List.of(), Telling.NOTHING);

        private static final String FORWARDED_FOR = "x-forwarded-for";

        private final List<IpSubnetFilterRule> trusted;
        private final Telling telling;

        /** How a proxy tells the client's address. */
        public enum Telling {
            /** Not at all. */
            NOTHING,
            /** With a PROXY protocol header, version 1 or 2, before all else on the connection. */
            PROXY_PROTOCOL,
            /** With a header on every request; the last address in it that is no proxy's counts. */
            X_FORWARDED_FOR
        }

        private Proxies(List<IpSubnetFilterRule> trusted, Telling telling) {
            this.trusted = trusted;
            this.telling = telling;
        }

        /**
         * Proxies at these addresses.
         *
         * @param text addresses and ranges with commas between them, as {@code 10.0.0.5, 10.1.0.0/16, ::1}; empty: no proxy
         * @throws IllegalArgumentException when it is anything else
         */
        public static Proxies parse(String text) {
            List<IpSubnetFilterRule> rules = new ArrayList<>();
            for (String range : text.isBlank() ? new String[0] : text.split(",", -1)) {
                rules.add(rule(range.strip()));
            }
            return new Proxies(List.copyOf(rules), Telling.NOTHING);
        }

        private static IpSubnetFilterRule rule(String range) {
            int slash = range.indexOf('/');
            ClientAddress address = ClientAddress.parse(slash < 0 ? range : range.substring(0, slash));
            if (address == null) {
                throw new IllegalArgumentException(range);
            }
            int most = address.address().getAddress().length * Byte.SIZE;
            int prefix = slash < 0 ? most : Integer.parseInt(range.substring(slash + 1));
            if (prefix < 0 || prefix > most) {
                throw new IllegalArgumentException(range);
            }
            return new IpSubnetFilterRule(address.address(), prefix, IpFilterRuleType.ACCEPT);
        }

        /** Whether no proxy is named. */
        public boolean isNobody() {
            return trusted.isEmpty();
        }

        /** The same proxies, telling so. */
        public Proxies telling(Telling how) {
            return new Proxies(trusted, how);
        }

        /** How they tell. */
        public Telling telling() {
            return telling;
        }

        /** Whether this is one of them. */
        boolean isOne(ClientAddress address) {
            for (IpSubnetFilterRule rule : trusted) {
                if (rule.matches(new InetSocketAddress(address.address(), 0))) {
                    return true;
                }
            }
            return false;
        }

        /** Whose request this is: that of the connection, or what a trusted proxy says with its headers. */
        ClientAddress clientOf(ClientAddress connected, HttpHeaders headers) {
            if (telling != Telling.X_FORWARDED_FOR || !isOne(connected)) {
                return connected;
            }
            String[] hops = String.join(",", headers.getAll(FORWARDED_FOR)).split(",", -1);
            ClientAddress client = connected;
            for (int i = hops.length - 1; i >= 0 && isOne(client); i--) {
                ClientAddress hop = ClientAddress.parse(hops[i].strip());
                if (hop == null) {
                    return client;
                }
                client = hop;
            }
            return client;
        }

        /**
         * Takes the PROXY protocol header of a trusted proxy's connection and tells the {@link Connection} behind it, as an event,
         * whose connection it is.
         */
        static final class Header extends ChannelInboundHandlerAdapter {
            private final Runnable missing;

            /** @param missing told when there is none that can be read; the connection closes then */
            Header(Runnable missing) {
                this.missing = missing;
            }

            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                if (!(message instanceof HAProxyMessage header)) {
                    context.fireChannelRead(message);
                    return;
                }
                try {
                    // a proxy that looks after its own connection tells nobody's address
                    ClientAddress client =
                            header.sourceAddress() == null ? null : ClientAddress.parse(header.sourceAddress());
                    if (client != null) {
                        context.fireUserEventTriggered(client);
                    }
                } finally {
                    ReferenceCountUtil.release(message);
                }
            }

            /** Whatever the decoder of such headers stumbles over is its proxy's fault. */
            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                if (cause instanceof DecoderException) {
                    missing.run();
                    context.close();
                } else {
                    context.fireExceptionCaught(cause);
                }
            }
        }
    }
}
