package bankroll.gateway.ops;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.CountsAnswer;
import bankroll.protocol.Origin;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How much the ledger holds, as last answered. Only the writer may look into its tables, and a scrape must not wait for
 * it: so each look at the figures shows the last answer and asks for the next one. Any thread.
 */
public final class CountsProbe implements ReplyPublisher, Supplier<CountsAnswer> {
    private final Predicate<Request> engine;
    private final Request request = new Request(this);
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile CountsAnswer last;

    /** Asks this engine. */
    public CountsProbe(Predicate<Request> engine) {
        this.engine = engine;
    }

    /** Asks, unless a question is under way already. */
    public void ask() {
        if (!isUnderWay.compareAndSet(false, true)) {
            return;
        }
        int end = CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, CommandType.COUNTS, 1, Origin.SYSTEM);
        request.commandLength(end - Request.COMMAND_OFFSET);
        if (!engine.test(request)) {
            isUnderWay.set(false);
        }
    }

    @Override
    public void publish(Request answered) {
        CountsAnswer counts = answered.answer(CountsAnswer.class);
        if (counts != null) {
            last = counts;
        }
        isUnderWay.set(false);
    }

    /** The last answer; null before the first. */
    @Override
    public CountsAnswer get() {
        return last;
    }
}
