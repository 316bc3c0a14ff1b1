package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * A log of commands that several nodes share: what is in it is on most of them, each node gets it in the same order, and
 * decides it for itself. The port is the engine's; without one the engine decides what it is given at once.
 *
 * <pre>
 *   CommandRing ─► LogIngress ─ offer ─► [ the log ] ─► Member.take: decide, apply, append     on every node
 * </pre>
 *
 * <p>A term is the time during which one node leads: only this one may offer, and what it offered and the log hasn't given
 * back when the next term begins never comes. {@link #turn}, {@link #term}, {@link #offer} and {@link #passOn} belong to
 * the ingress' thread; the rest is for any thread.
 */
public interface CommandLog {
    /** There is no term in which this node may offer. */
    long NO_TERM = -1;

    /** Begins: from now on the log gives its messages to the member, on a thread of the log's own. */
    void join(Member member);

    /** Whatever the log has to do where messages are offered; tells whether there was anything. */
    int turn();

    /** The term in which this node leads and may offer, or {@link #NO_TERM}. */
    long term();

    /**
     * Puts a message behind the others. It may still be lost, when the term ends before it is on most nodes.
     *
     * @return false when the log doesn't take it now: it may be tried again in this term
     */
    boolean offer(DirectBuffer message, int offset, int length);

    /** The longest message that it takes. */
    int mostBytes();

    /** Which other node leads, as people and clients may be told; empty when that isn't known, and when this one begins to. */
    String leader();

    /**
     * Which part of an interval this node is ahead of the others, from 0 to below 1: what each of them does by itself from time to
     * time, and what slows it down, they shall not all do behind the same message.
     */
    double phase();

    /** Lets another node lead, if one can: this one takes nothing for now. Returns at once; nothing may come of it. */
    void passOn();

    /** What a node does with the log's messages. The log's thread calls, one at a time, unless a method says otherwise. */
    interface Member {
        /** Where this node's journal stood at the start: a log that is older than any of its messages begins behind it. */
        LogMark recovered();

        /**
         * The log's messages begin behind a mark: the journal may hold what some of them led to.
         *
         * @throws bankroll.condition.ConditionException when the journal is not the one that the mark was taken of
         */
        void begin(LogMark mark);

        /**
         * Takes the next message.
         *
         * @param timestampMs when the leader put it into the log, milliseconds since the epoch; may go back
         * @return false when the journal has no room now: the same message is to be given again
         */
        boolean take(DirectBuffer buffer, int offset, int length, long timestampMs);

        /** A term begins: what was offered in an earlier one and didn't come will not come any more. */
        void beginTerm(long term);

        /**
         * Whether this node's journal has been shown to be the leader's, up to the begin of the term that was given last: its
         * chain has come behind the term's first entry, which carries the leader's (ADR 37). Any thread.
         */
        boolean isProved();

        /**
         * This node leads no longer: all that was offered so far is refused. The log may still bring it, and it is decided then,
         * but nobody is answered by it: what a node reads that doesn't lead need not be on most nodes for good.
         */
        void endLead();

        /** Between two messages, now and then: publishes figures, begins and ends snapshots. */
        void turn();

        /** Where the journal stands; {@link #isForced} tells when it is on the disk up to there. */
        LogMark mark();

        /** Whether the journal is on the disk up to a mark; asks for it if not. */
        boolean isForced(LogMark mark);

        /** The last entry of this node's journal; 0 for none. Any thread. */
        long sequence();

        /** The time that this node gives to messages while it leads, milliseconds since the epoch. Any thread. */
        LongSupplier clock();

        /**
         * The time that this node, while it leads, tells others to hold their clocks against, milliseconds since the epoch; 0
         * while its clock is behind the log's time, and so says nothing. Any thread.
         */
        long toldTimeMs();

        /** Another node leads, and this is its {@link #toldTimeMs}, now: a clock far ahead of it is not followed. Any thread. */
        void hearTime(long leaderMs);

        /** The tables may be ahead of the journal, or the log can't be followed: ends the process. Any thread. */
        void fail(Throwable cause);
    }

    /** Ends: when it returns, the member hears nothing more, and there is no term. A second call does nothing. */
    void leave();

    /**
     * By which rules nodes decide that know several: a number, which each message of the log carries. Whoever doesn't know it
     * stops, since it would decide otherwise.
     *
     * <p>A release that changes a decision knows one more than it sends; the next release sends it: so two releases that follow
     * each other can be mixed, whoever leads.
     *
     * @param sent those by which this node has the log decide while it leads, 0 or more
     * @param known the newest that it can decide by, {@code sent} or more
     */
    public record Rules(int sent, int known) {
        /** Those of this release. */
        public static final Rules OF_RELEASE = new Rules(0, 0);

        /** Checks them together. */
        public Rules {
            if (sent < 0 || known < sent) {
                throw new IllegalArgumentException(
                        "rules " + sent + " can't be sent by whoever knows them up to " + known);
            }
        }

        /** A {@link ConditionException} when this node can't decide by them. */
        void requireKnown(int rules) {
            if (rules < 0 || rules > known) {
                throw new ConditionException(
                        ExitCode.DAMAGE,
                        "the node that leads has the log decide by rules " + rules + ", this release knows them up to "
                                + known,
                        "upgrade this node; releases that follow each other can be mixed, others can't");
            }
        }
    }
}
