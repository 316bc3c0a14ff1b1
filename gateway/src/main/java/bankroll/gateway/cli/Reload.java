package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.LogId;
import bankroll.gateway.Service;
import bankroll.gateway.api.operator.Reloaded;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationException;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.memory.CLibrary;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What SIGHUP and an operator's call ask for: platforms, secrets, tokens and certificates are read again. A long recovery is no
 * reason to end at it: what is asked before the service is there is done at its start. Any thread.
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
        running.onReload(this::askedBy);
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

    private void requireTakeable(Configuration fresh) {
        List<String> faults = service.configuration().faultsOfTaking(fresh);
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
    }

    private synchronized Reloaded askedBy(String operator) {
        LOG.info("{} asks to read platforms, secrets and tokens again", operator);
        return readAgain();
    }

    private Reloaded readAgain() {
        try {
            Configuration fresh = ConfigurationLoader.load(sources);
            requireParties(fresh);
            requireTakeable(fresh);
            service.reload(fresh);
            List<String> waiting = service.configuration().changedAtRestart(fresh);
            LOG.info(
                    "Read again: {}. {}",
                    fresh.parties(),
                    waiting.isEmpty() ? "No other setting has changed" : "These wait for the next start: " + waiting);
            return new Reloaded(fresh.platforms().size(), fresh.tokens().size(), waiting, List.of());
        } catch (ConditionException e) {
            e.lines()
                    .forEach(problem -> LOG.error(
                            LogId.RELOAD_REFUSED.marker(), "Not read again, all stays as it was: {}", problem));
            return refused(e.lines());
        } catch (RuntimeException e) {
            LOG.error(LogId.RELOAD_REFUSED.marker(), "Not read again, all stays as it was", e);
            return refused(List.of("a defect; the log says more"));
        }
    }

    private Reloaded refused(List<String> problems) {
        service.reloadRefused();
        return Reloaded.refused(problems);
    }

    /**
     * SIGHUP. Java offers signals only through {@code sun.misc.Signal}, which the compiler warns of in a way that can't be
     * switched off; hence by reflection. Where it's missing, SIGHUP ends the process as SIGTERM does. Where what started the
     * process ignores the signal, as nohup does, the JVM leaves it ignored; {@link #insist} has it heard all the same.
     */
    static final class HangUp {
        private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

        private HangUp() {}

        /**
         * Runs the action at every SIGHUP, on a thread of the JVM's.
         *
         * @return false when the signal is ignored
         */
        static boolean onSignal(Runnable action) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object proxy =
                        Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, handling(action));
                Object before = signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
                return before != handler.getField("SIG_IGN").get(null);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                LOG.warn(
                        LogId.HANGUP_NOT_HEARD.marker(),
                        "SIGHUP can't be caught here; POST /operator/v1/reload has secrets read again");
                return true;
            }
        }

        /** Runs the action at every SIGHUP though the signal is ignored; says so where that can't be. Needs native calls. */
        static void insist(Runnable action) {
            if (!CLibrary.stopIgnoringHangUp() || !onSignal(action)) {
                LOG.warn(
                        LogId.HANGUP_NOT_HEARD.marker(),
                        "SIGHUP is ignored by what started this process, as nohup does; POST /operator/v1/reload has secrets"
                                + " read again, or start it under env --default-signal=HUP");
            }
        }

        private static InvocationHandler handling(Runnable action) {
            return (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    action.run();
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "HangUp";
            };
        }
    }
}
