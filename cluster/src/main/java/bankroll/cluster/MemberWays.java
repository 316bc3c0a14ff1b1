package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.exceptions.AeronException;
import java.util.Arrays;
import org.agrona.ErrorHandler;

/**
 * The ways to members' consensus ports, for what is told past the log. Aeron opens them by and by: whoever offers bookings must
 * not wait until the name of a machine that is gone was looked up in vain. One thread.
 */
final class MemberWays {
    private final ClusterContext context;
    private final int stream;
    private final ErrorHandler errors;
    /** Aeron's numbers of them. */
    private final long[] numbers;

    private Aeron aeron;

    /** None is open. */
    MemberWays(ClusterContext context, int stream, ErrorHandler errors) {
        this.context = context;
        this.stream = stream;
        this.errors = errors;
        numbers = new long[context.members.size()];
        Arrays.fill(numbers, Aeron.NULL_VALUE);
    }

    /** Begins to open one, unless that was begun already; the client is the same each time. */
    void open(Aeron client, int member) {
        aeron = client;
        if (numbers[member] == Aeron.NULL_VALUE) {
            numbers[member] = client.asyncAddExclusivePublication(
                    context.members.get(member).consensusChannel(), stream);
        }
    }

    /** The way to a member, or null when it isn't open yet, or can't be. */
    ExclusivePublication to(int member) {
        try {
            return numbers[member] == Aeron.NULL_VALUE ? null : aeron.getExclusivePublication(numbers[member]);
        } catch (AeronException unreachable) {
            numbers[member] = Aeron.NULL_VALUE;
            errors.onError(unreachable);
            return null;
        }
    }

    /** Closes all of them, those too that Aeron still opens. */
    void close() {
        for (int member = 0; member < numbers.length; member++) {
            if (numbers[member] != Aeron.NULL_VALUE) {
                aeron.asyncRemovePublication(numbers[member]);
                numbers[member] = Aeron.NULL_VALUE;
            }
        }
    }
}
