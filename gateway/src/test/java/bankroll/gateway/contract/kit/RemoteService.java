package bankroll.gateway.contract.kit;

import java.net.URI;

/**
 * A service that somebody else runs: {@code -Dcontract.url=http://host/v1 -Dcontract.operatorUrl=http://host:8081
 * -Dcontract.secret=whsec_… -Dcontract.token=…} (the token's role is admin).
 *
 * @param platform the base of the platform's paths
 * @param operator the operator's listener
 */
public record RemoteService(URI platform, URI operator) implements RunningService {

    /** Whether the tests shall run against such a service. */
    public static boolean isGiven() {
        return System.getProperty("contract.url") != null;
    }

    /** The service of the system properties. */
    public static RemoteService given() {
        return new RemoteService(
                URI.create(System.getProperty("contract.url")), URI.create(System.getProperty("contract.operatorUrl")));
    }

    @Override
    public void close() {
        // It isn't ours to end.
    }
}
