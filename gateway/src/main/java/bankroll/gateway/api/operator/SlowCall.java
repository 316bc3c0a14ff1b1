package bankroll.gateway.api.operator;

import bankroll.condition.LogId;
import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An administrator's call that takes as long as a disk or a clock does, so that a thread of its own does it, named as its path
 * ends; one at a time. The engine isn't asked. Its body is not looked at.
 */
final class SlowCall extends OperatorOperation {
    private static final Logger LOG = LoggerFactory.getLogger(SlowCall.class);

    /** Clients wait a little longer: the answer comes before. */
    static final long LONGER_MS = 30_000;

    private final String name;
    private final Work work;
    private final ThreadFactory threads;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();

    /** What takes so long. */
    @FunctionalInterface
    interface Work {
        /**
         * Does it, on a thread of its own.
         *
         * @param query what stands behind the path's question mark
         * @param by the token's name
         * @return what answers, on the event loop
         */
        Consumer<Exchange> of(String query, String by);
    }

    SlowCall(String method, String path, Work work) {
        this(method, path, work, Thread::new);
    }

    SlowCall(String method, String path, Work work, ThreadFactory threads) {
        super(method, path, OperatorRole.ADMIN, false);
        this.name = path.substring(path.lastIndexOf('/') + 1);
        this.work = work;
        this.threads = threads;
    }

    @Override
    public void ask(Call call) {
        Exchange exchange = call.exchange();
        if (!isUnderWay.compareAndSet(false, true)) {
            exchange.busy("the same is being done already: " + name);
        } else {
            exchange.mayTakeLonger(LONGER_MS);
            String query = exchange.query();
            String by = call.caller().name();
            call.lookElsewhere();
            start(() -> call.found(work(query, by)));
        }
    }

    private void start(Runnable search) {
        try {
            Thread thread = threads.newThread(search);
            thread.setName(name);
            thread.start();
        } catch (RuntimeException | Error noThread) {
            isUnderWay.set(false);
            throw noThread;
        }
    }

    private Consumer<Exchange> work(String query, String by) {
        try {
            return work.of(query, by);
        } catch (RuntimeException | Error fault) {
            LOG.error(LogId.REQUEST_FAULT.marker(), "Unexpected fault in the operator's call {}", name, fault);
            return exchange -> exchange.problem(Problem.INTERNAL, null);
        } finally {
            isUnderWay.set(false);
        }
    }
}
