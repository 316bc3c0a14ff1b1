package bankroll.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The proxies before a listener, and how they tell whose request they pass on. Nobody else is believed: what anybody may
 * write into a header is no address. Immutable; any thread.
 */
public final class Proxies {
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
    }
}
