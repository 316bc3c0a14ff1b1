package bankroll.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * What the model's members say to each other: in order from one to another, as Aeron's streams are, each message later than it
 * was said. A way that is cut takes nothing; what is said meanwhile comes later or is lost.
 */
final class ModelNetwork {
    private static final int MOST_LATE = 4;

    private final RandomGenerator random;
    private final List<List<ArrayDeque<Letter>>> ways;
    private final long[][] cutUntil;
    private final boolean[][] loses;
    private final long[][] heldUntil;
    private final int lateness;
    long now;

    /** What one says to another; the names are Aeron's. */
    sealed interface Message {
        /** How long a member's log is. */
        record CanvassPosition(int logTerm, int position, int term) implements Message {}

        /** Asks for a vote. */
        record RequestVote(int logTerm, int position, int candidateTerm, int candidate) implements Message {}

        /** Gives it, or doesn't. */
        record Vote(int candidateTerm, int logTerm, int position, int candidate, boolean isGiven) implements Message {}

        /** Who leads, and what the receiver has to do about its log to follow. */
        record NewLeadershipTerm(
                int logTerm,
                int nextTerm,
                int nextBase,
                int nextEnd,
                int term,
                int base,
                int position,
                int commit,
                ModelMember.Stream stream)
                implements Message {}

        /** What a follower has of the log. */
        record AppendPosition(int term, int position, int flags) implements Message {}

        /** What Aeron's leader takes for confirmed. */
        record CommitPosition(int term, int position) implements Message {}

        /** From where on a follower wants to read the leader's log. */
        record CatchupPosition(int term, int position) implements Message {}

        /** It has all of it. */
        record StopCatchup(int term) implements Message {}

        /** {@link WithinTerm}'s word; the only one that isn't Aeron's. */
        record Within(int term) implements Message {}
    }

    /** On its way. */
    record Letter(int from, long due, Message message) {}

    ModelNetwork(RandomGenerator random, int members) {
        this.random = random;
        ways = Stream.generate(() -> Stream.generate(() -> new ArrayDeque<Letter>())
                        .limit(members)
                        .toList())
                .limit(members)
                .toList();
        cutUntil = new long[members][members];
        loses = new boolean[members][members];
        heldUntil = new long[members][members];
        lateness = 1 + random.nextInt(MOST_LATE);
    }

    boolean isOpen(int from, int to) {
        return cutUntil[from][to] <= now;
    }

    void cut(int from, int to, int ticks) {
        cutUntil[from][to] = now + ticks;
        loses[from][to] = random.nextBoolean();
    }

    /** A datagram of what is said is lost: all that was said behind it comes only with it. The log goes another way. */
    void hold(int from, int to, int ticks) {
        heldUntil[from][to] = now + ticks;
    }

    void mend() {
        for (long[] from : cutUntil) {
            Arrays.fill(from, 0);
        }
    }

    void say(int from, int to, Message message) {
        if (isOpen(from, to) || !loses[from][to]) {
            Letter letter = new Letter(from, now + random.nextInt(lateness), message);
            if (message instanceof Message.Within && random.nextBoolean()) {
                ways.get(from).get(to).addFirst(letter); // a stream of its own
            } else {
                ways.get(from).get(to).add(letter);
            }
        }
    }

    /** Hands over what has arrived. */
    void deliver(int to, Consumer<Letter> reader) {
        int first = random.nextInt(ways.size());
        for (int i = 0; i < ways.size(); i++) {
            int from = (first + i) % ways.size();
            ArrayDeque<Letter> way = ways.get(from).get(to);
            boolean isHeard = isOpen(from, to) && heldUntil[from][to] <= now;
            while (isHeard && !way.isEmpty() && way.peek().due <= now) {
                reader.accept(way.poll());
            }
        }
    }

    /** A process has ended: nobody reads what is on its way there, and what it said may not have left it. */
    void end(int member) {
        for (int other = 0; other < ways.size(); other++) {
            ways.get(other).get(member).clear();
            if (random.nextBoolean()) {
                ways.get(member).get(other).clear();
            }
        }
    }
}
