package bankroll.gateway.ops;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the ledger answered last to a question of the service's own. Only the writer may look into its tables, and a scrape
 * must not wait for it: so each look at the figures shows the last answer and asks for the next one. Any thread.
 *
 * @param <A> the answer
 */
public final class LedgerProbe<A extends Answer> implements ReplyPublisher, Supplier<A> {
    private final CommandType question;
    private final Class<A> answers;
    private final Predicate<Request> engine;
    private final Request request = new Request(this);
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile A last;

    /** Asks this engine this question, which has no body. */
    public LedgerProbe(Predicate<Request> engine, CommandType question, Class<A> answers) {
        this.engine = engine;
        this.question = question;
        this.answers = answers;
    }

    /** Asks, unless a question is under way already. */
    public void ask() {
        if (!isUnderWay.compareAndSet(false, true)) {
            return;
        }
        int end = CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, question, 1, Origin.SYSTEM);
        request.commandLength(end - Request.COMMAND_OFFSET);
        if (!engine.test(request)) {
            isUnderWay.set(false);
        }
    }

    @Override
    public void publish(Request answered) {
        A answer = answered.answer(answers);
        if (answer != null) {
            last = answer;
        }
        isUnderWay.set(false);
    }

    /** The last answer; null before the first. */
    @Override
    public A get() {
        return last;
    }
}
