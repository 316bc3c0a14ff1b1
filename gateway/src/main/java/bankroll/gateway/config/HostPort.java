package bankroll.gateway.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a listener listens.
 *
 * @param host a name or an address, IPv6 without its brackets
 * @param port 0 to 65535; 0 takes any free port
 */
public record HostPort(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\[\\]:\\s]+)):([0-9]{1,5})");

    /** Reads {@code host:port} or {@code [IPv6]:port}. */
    public static HostPort parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > 65535) {
            throw new IllegalArgumentException("no host:port: " + text);
        }
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return new HostPort(host, Integer.parseInt(matcher.group(3)));
    }

    /** Resolved now. */
    public InetSocketAddress toAddress() {
        return new InetSocketAddress(host, port);
    }

    /** Whether only this machine can reach it; a name that can't be resolved is taken as reachable. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The URL of a listener that was bound here: the host as configured, the port that it really got. */
    public String url(InetSocketAddress bound, boolean isSecure) {
        return (isSecure ? "https://" : "http://") + new HostPort(host, bound.getPort());
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
