package bankroll.gateway.cli;

import bankroll.gateway.Service;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationException;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What SIGHUP asks for: platforms, secrets and tokens are read again. A long recovery is no reason to end at it: what is
 * asked before the service is there is done at its start. Any thread.
 */
final class Reload {
    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

    private Service service;
    private ConfigurationSources sources;
    private boolean isWaiting;

    /** SIGHUP came. */
    synchronized void ask() {
        if (service == null) {
            isWaiting = true;
            LOG.info("SIGHUP: platforms, secrets and tokens are read again when the service is ready");
        } else {
            readAgain();
        }
    }

    /** From now on there is a service. */
    synchronized void begin(Service running, ConfigurationSources itsSources) {
        service = running;
        sources = itsSources;
        if (isWaiting) {
            readAgain();
        }
    }

    /** Refuses a configuration under which nobody could call. */
    static void requireParties(Configuration configuration) {
        if (!configuration.missing().isEmpty()) {
            throw new ConfigurationException(configuration.missing());
        }
    }

    private void readAgain() {
        try {
            Configuration fresh = ConfigurationLoader.load(sources);
            requireParties(fresh);
            service.reload(fresh);
            LOG.info(
                    "Read again: {} platforms, {} operator tokens. Other settings wait for the next start",
                    fresh.platforms().size(),
                    fresh.tokens().size());
        } catch (ConfigurationException e) {
            e.lines().forEach(problem -> LOG.error("Not read again, all stays as it was: {}", problem));
        } catch (RuntimeException e) {
            LOG.error("Not read again, all stays as it was", e);
        }
    }
}
