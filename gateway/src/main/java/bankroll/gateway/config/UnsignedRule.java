package bankroll.gateway.config;

import bankroll.gateway.http.ClientAddress.Proxies;
import java.util.ArrayList;
import java.util.List;

/**
 * Decisions §1: an unsigned platform is for one machine alone.
 *
 * @param platform where platforms are listened to
 * @param operator where operators are
 * @param proxies who calls for others
 */
record UnsignedRule(HostPort platform, HostPort operator, Proxies proxies) {
    /**
     * What forbids to let these platforms in.
     *
     * @param since why these listeners count: the end of the sentence
     */
    List<String> faults(List<Platform> platforms, String since) {
        List<String> unsigned = platforms.stream()
                .filter(it -> it.scheme() == SignatureScheme.OFF)
                .map(Platform::name)
                .toList();
        List<String> faults = new ArrayList<>();
        if (unsigned.size() > 1) {
            faults.add("platforms " + String.join(", ", unsigned)
                    + " all have scheme off, so nothing tells who calls; one at most");
        }
        if (!unsigned.isEmpty() && !(platform.isLoopback() && operator.isLoopback())) {
            faults.add("platform " + unsigned.get(0) + " has scheme off: that is allowed only while"
                    + " platform.listen (" + platform + ") and operator.listen (" + operator
                    + ") are both on loopback, like 127.0.0.1" + since);
        } else if (!unsigned.isEmpty() && !proxies.isNobody()) {
            faults.add("platform " + unsigned.get(0) + " has scheme off, and platform.trusted-proxies names a proxy:"
                    + " whoever reaches the proxy could book. Give the platform a secret, or take the proxy out"
                    + since);
        }
        return faults;
    }
}
