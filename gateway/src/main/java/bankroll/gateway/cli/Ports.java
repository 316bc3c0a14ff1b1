package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationException;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.config.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;

/** Looks before a long recovery whether both ports can be had after it. */
final class Ports {
    private Ports() {}

    static void requireFree(Configuration configuration) {
        List<String> unknown = unknownHosts(configuration);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException(unknown);
        }
        require(configuration.get(Settings.PLATFORM_LISTEN), "--listen", "platform.listen");
        require(configuration.get(Settings.OPERATOR_LISTEN), "--operator-listen", "operator.listen");
    }

    /** A line for each listener whose host has no address. */
    static List<String> unknownHosts(Configuration configuration) {
        return Stream.of(Settings.PLATFORM_LISTEN, Settings.OPERATOR_LISTEN)
                .filter(setting -> configuration.get(setting).toAddress().isUnresolved())
                .map(setting -> setting.key() + ": the host "
                        + configuration.get(setting).host() + " is not known; give an address")
                .toList();
    }

    private static void require(HostPort address, String option, String key) {
        InetSocketAddress resolved = address.toAddress();
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
