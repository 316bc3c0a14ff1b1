package bankroll.gateway.ops;

import bankroll.engine.EngineContext;
import bankroll.journal.ForwardingReader;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A start whose replay stops at an entry until the test lets it go on. */
final class HeldReplay {
    private final long entry;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    HeldReplay(long entry) {
        this.entry = entry;
    }

    void into(EngineContext options) {
        Function<JournalContext, JournalStore> opener = options.journalOpener();
        options.journalOpener(journal -> store(opener.apply(journal)));
    }

    void awaitHeld() throws InterruptedException {
        held.await();
    }

    void goOn() {
        goOn.countDown();
    }

    private JournalStore store(JournalStore real) {
        return (JournalStore) Proxy.newProxyInstance(
                JournalStore.class.getClassLoader(),
                new Class<?>[] {JournalStore.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(real, arguments);
                        return answer instanceof JournalReader reader ? holding(reader) : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private JournalReader holding(JournalReader reader) {
        return new ForwardingReader(reader) {
            @Override
            public boolean next() {
                // the chain is computed beside the replay, from the same journal
                boolean isReplay = !Thread.currentThread().getName().equals("chain-check");
                if (isReplay && sequence() == entry) {
                    held.countDown();
                    await(goOn);
                }
                return super.next();
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
