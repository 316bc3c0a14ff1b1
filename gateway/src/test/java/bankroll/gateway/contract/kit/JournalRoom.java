package bankroll.gateway.contract.kit;

import bankroll.engine.EngineContext;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;

/** A real journal that has no place for the next frame while the test says so. Any thread. */
public final class JournalRoom {
    private volatile boolean isFull;
    private volatile boolean isLow;

    /** From now on there is no room; or there is again. */
    public void full(boolean value) {
        isFull = value;
    }

    /** From now on the disk is below its low-water mark; or above it again. */
    public void low(boolean value) {
        isLow = value;
    }

    /** Puts itself between the engine and its journal. */
    public void into(EngineContext options) {
        Function<JournalContext, JournalStore> opener = options.journalOpener();
        options.journalOpener(journal -> store(opener.apply(journal)));
    }

    private JournalStore store(JournalStore store) {
        return between(JournalStore.class, store, (proxy, method, arguments) -> {
            Object answer = method.invoke(store, arguments);
            if (answer instanceof DiskWatch disk) {
                return disk(disk);
            }
            return answer instanceof Journal journal ? journal(journal) : answer;
        });
    }

    private DiskWatch disk(DiskWatch disk) {
        return between(DiskWatch.class, disk, (proxy, method, arguments) -> switch (method.getName()) {
            case "isNextFileComing" -> !isFull && disk.isNextFileComing();
            case "acceptsBookings" -> !isLow && disk.acceptsBookings();
            default -> method.invoke(disk, arguments);
        });
    }

    private Journal journal(Journal journal) {
        return between(
                Journal.class,
                journal,
                (proxy, method, arguments) ->
                        method.getName().equals("hasRoom") && isFull ? false : method.invoke(journal, arguments));
    }

    private static <T> T between(Class<T> port, T real, InvocationHandler calls) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    try {
                        return calls.invoke(real, method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
