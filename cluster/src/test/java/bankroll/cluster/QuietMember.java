package bankroll.cluster;

import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/** An engine that takes all it gets and has nothing of its own to do; what else is asked of it, a subclass says. */
class QuietMember implements CommandLog.Member {
    @Override
    public LogMark recovered() {
        return LogMark.START;
    }

    @Override
    public void begin(LogMark mark) {
        // wherever it begins
    }

    @Override
    public boolean take(DirectBuffer buffer, int offset, int length, long timestampMs) {
        return true;
    }

    @Override
    public long toldTimeMs() {
        return 0;
    }

    @Override
    public void hearTime(long leaderMs) {
        throw new AssertionError("the log says no time but that of its messages");
    }

    @Override
    public void beginTerm(long term) {
        // any
    }

    @Override
    public boolean isProved() {
        return true;
    }

    @Override
    public void endLead() {
        // nothing was offered
    }

    @Override
    public void turn() {
        // nothing of its own to do
    }

    @Override
    public LogMark mark() {
        return LogMark.START;
    }

    @Override
    public boolean isForced(LogMark mark) {
        return true;
    }

    @Override
    public long sequence() {
        return 0;
    }

    @Override
    public void fail(Throwable cause) {
        throw new AssertionError(cause);
    }

    @Override
    public LongSupplier clock() {
        return () -> 0;
    }
}
