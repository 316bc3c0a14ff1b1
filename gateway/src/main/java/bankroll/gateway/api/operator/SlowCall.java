package bankroll.gateway.api.operator;

import bankroll.condition.LogId;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An administrator's call that takes as long as a disk or a clock does, so that a thread of its own does it; one at a time. The
 * engine isn't asked. Its body is not looked at.
 */
final class SlowCall implements Routes.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(SlowCall.class);

    private static final long LONGER_MS = 30_000;

    private final String name;
    private final TokenAdmission admission;
    private final Executor eventLoop;
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

    /**
     * The call of one event loop.
     *
     * @param name the thread's
     */
    SlowCall(String name, OperatorContext context, Executor eventLoop, Work work) {
        this(name, context, eventLoop, work, call -> new Thread(call, name));
    }

    SlowCall(String name, OperatorContext context, Executor eventLoop, Work work, ThreadFactory threads) {
        this.name = name;
        this.admission = context.admission(OperatorRole.ADMIN);
        this.eventLoop = eventLoop;
        this.work = work;
        this.threads = threads;
    }

    @Override
    public void handle(Exchange exchange) {
        Caller caller = admission.admit(exchange, false);
        if (caller == null) {
            return;
        }
        if (!isUnderWay.compareAndSet(false, true)) {
            exchange.problem(Problem.CONFLICT, "the same is being done already: " + name);
        } else {
            exchange.mayTakeLonger(LONGER_MS);
            String query = exchange.query();
            start(() -> work(exchange, query, caller.name()));
        }
    }

    private void start(Runnable call) {
        try {
            threads.newThread(call).start();
        } catch (RuntimeException | Error noThread) {
            isUnderWay.set(false);
            throw noThread;
        }
    }

    private void work(Exchange exchange, String query, String by) {
        Consumer<Exchange> answer = asked -> asked.problem(Problem.INTERNAL, null);
        try {
            answer = work.of(query, by);
        } catch (RuntimeException | Error fault) {
            LOG.error(LogId.REQUEST_FAULT.marker(), "Unexpected fault in the operator's call {}", name, fault);
        } finally {
            isUnderWay.set(false);
            onLoop(exchange, answer);
        }
    }

    private void onLoop(Exchange exchange, Consumer<Exchange> answer) {
        try {
            eventLoop.execute(() -> {
                if (exchange.isOpen()) {
                    answer.accept(exchange);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("An answer came after its event loop had ended");
        }
    }
}
