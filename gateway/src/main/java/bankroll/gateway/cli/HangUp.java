package bankroll.gateway.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP. Java offers signals only through {@code sun.misc.Signal}, which the compiler warns of in a way that can't be
 * switched off; hence by reflection. Where it's missing, SIGHUP ends the process as SIGTERM does; where the caller ignores
 * it, as nohup does, the JVM leaves it ignored.
 */
final class HangUp {
    private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

    private HangUp() {}

    /** Runs the action at every SIGHUP, on a thread of the JVM's. */
    static void onSignal(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, handling(action));
            Object before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
            if (before == handler.getField("SIG_IGN").get(null)) {
                LOG.warn("SIGHUP is ignored by what started this process, as nohup does; secrets are read at the start"
                        + " only. Start it under env --default-signal=HUP to change them while it runs");
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            LOG.warn("SIGHUP can't be caught here; secrets are read at the start only");
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
