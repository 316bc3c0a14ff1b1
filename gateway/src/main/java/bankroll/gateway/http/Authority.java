package bankroll.gateway.http;

import io.netty.util.NetUtil;
import java.util.Locale;

/**
 * A host and a port, as {@code Host} and the absolute form name them. Narrower than RFC 3986: a name has letters, digits
 * and {@code -._~}, since nothing else is in any name that leads here, and a comma or a {@code @} may mean something to a
 * server in front.
 *
 * @param host in lower case; an IPv6 address with its brackets
 * @param port the scheme's own where none was named
 */
record Authority(String host, int port) {
    private static final int LONGEST_HOST = 255;
    private static final int MOST_PORT = 65_535;
    private static final int MOST_PORT_DIGITS = 5;

    /** Reads it; null when it is none. */
    static Authority parse(String text, boolean isSecure) {
        int colon = text.indexOf(':', text.startsWith("[") ? Math.max(0, text.indexOf(']')) : 0);
        String host = colon < 0 ? text : text.substring(0, colon);
        int port = colon < 0 ? defaultPort(isSecure) : port(text.substring(colon + 1), isSecure);
        return isHost(host) && port >= 0 ? new Authority(host.toLowerCase(Locale.ROOT), port) : null;
    }

    private static int defaultPort(boolean isSecure) {
        return isSecure ? 443 : 80;
    }

    /** Nothing after the colon is allowed and means the scheme's port; -1 for what is no port. */
    private static int port(String digits, boolean isSecure) {
        if (digits.isEmpty()) {
            return defaultPort(isSecure);
        }
        int port = 0;
        for (int i = 0; i < digits.length(); i++) {
            if (!isDigit(digits.charAt(i)) || i == MOST_PORT_DIGITS) {
                return -1;
            }
            port = 10 * port + digits.charAt(i) - '0';
        }
        return port <= MOST_PORT ? port : -1;
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            boolean hasZone = host.indexOf('%') >= 0;
            return host.endsWith("]") && !hasZone && NetUtil.isValidIpV6Address(host.substring(1, host.length() - 1));
        }
        for (int i = 0; i < host.length(); i++) {
            if (!isOfName(host.charAt(i))) {
                return false;
            }
        }
        return !host.isEmpty() && host.length() <= LONGEST_HOST;
    }

    private static boolean isOfName(char each) {
        return each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || isDigit(each) || "-._~".indexOf(each) >= 0;
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
