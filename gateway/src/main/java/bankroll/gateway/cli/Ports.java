package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.config.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Looks before a long recovery whether both ports can be had after it. */
final class Ports {
    private Ports() {}

    static void requireFree(Configuration configuration) {
        require(configuration.get(Settings.PLATFORM_LISTEN), "--listen", "platform.listen");
        require(configuration.get(Settings.OPERATOR_LISTEN), "--operator-listen", "operator.listen");
    }

    private static void require(HostPort address, String option, String key) {
        InetSocketAddress resolved = address.toAddress();
        if (resolved.isUnresolved()) {
            throw new ConditionException(
                    ExitCode.USAGE, key + ": the host " + address.host() + " is not known", "give an address");
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(resolved);
        } catch (IOException e) {
            throw taken(address, option, key, e);
        }
    }

    private static ConditionException taken(HostPort address, String option, String key, IOException cause) {
        return new ConditionException(
                ExitCode.UNAVAILABLE,
                "can't listen on " + address + " (" + cause.getMessage() + ")",
                "end what uses port " + address.port() + " (ss -ltnp 'sport = :" + address.port()
                        + "' shows it), or give another with " + option + " HOST:PORT (key " + key + ")");
    }
}
