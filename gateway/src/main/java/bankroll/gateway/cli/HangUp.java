package bankroll.gateway.cli;

import bankroll.condition.LogId;
import bankroll.memory.CLibrary;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP. Java offers signals only through {@code sun.misc.Signal}, which the compiler warns of in a way that can't be
 * switched off; hence by reflection. Where it's missing, SIGHUP ends the process as SIGTERM does. Where what started the
 * process ignores the signal, as nohup does, the JVM leaves it ignored; {@link #insist} has it heard all the same.
 */
final class HangUp {
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
            Object proxy = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, handling(action));
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
