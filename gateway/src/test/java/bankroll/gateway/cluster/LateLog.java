package bankroll.gateway.cluster;

import bankroll.engine.CommandLog;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A node's own log, whose next message waits while it is held: the node hears the others, and decides later than they do. */
final class LateLog {
    private volatile boolean isHeld;

    /** The same log, for a service that can be held. */
    CommandLog of(CommandLog log) {
        return port(
                CommandLog.class,
                (itself, method, arguments) -> method.getName().equals("join")
                        ? call(method, log, late((CommandLog.Member) arguments[0]))
                        : call(method, log, arguments));
    }

    /** As if the journal had no room. */
    private CommandLog.Member late(CommandLog.Member member) {
        return port(
                CommandLog.Member.class,
                (itself, method, arguments) ->
                        isHeld && method.getName().equals("take") ? false : call(method, member, arguments));
    }

    void hold() {
        isHeld = true;
    }

    void goOn() {
        isHeld = false;
    }

    private static <T> T port(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private static Object call(Method method, Object on, Object... arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
