package bankroll.gateway.http;

import io.netty.channel.Channel;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The address of a client, as bytes: no name is ever looked up. Immutable; any thread. */
public final class ClientAddress {
    private static final int IPV4_BYTES = 4;
    /** A household or a host has a network of 64 bits to itself; counting single addresses would count nothing. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private final InetAddress address;

    private ClientAddress(InetAddress address) {
        this.address = address;
    }

    /** An address as a socket tells it; one of IPv4 in the clothes of IPv6 is one of IPv4. */
    public static ClientAddress of(InetAddress address) {
        return new ClientAddress(address);
    }

    /** The other end of a channel; of one that has closed before it was looked at, no address at all. */
    static ClientAddress of(Channel channel) {
        boolean isKnown = channel.remoteAddress() instanceof InetSocketAddress;
        return of(
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

    InetAddress address() {
        return address;
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

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientAddress that && address.equals(that.address);
    }

    @Override
    public int hashCode() {
        return address.hashCode();
    }
}
