package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.journal.Chain.ChainHead;
import bankroll.protocol.LedgerId;
import java.util.List;
import java.util.Map;

/**
 * How the engine stands, read by any thread.
 *
 * @param ledgerId which ledger this is
 * @param sequence of the last appended entry
 * @param syncedSequence up to which replies may be given
 * @param chainHead newest value of the journal's chain, of an entry that was acknowledged; at most some 50 ms behind
 *     unless the machine is busy
 * @param syncPolicy in force, as written in the configuration
 * @param inFlight requests under way
 * @param entriesAppended since the start
 * @param refusedBy requests refused since the start before they were decided, by reason
 * @param waits how often requests had to wait for the journal's next file, and how long in all
 * @param isAccepting whether bookings are taken
 * @param obstacles what stands in the way of bookings, or of other changes; empty when nothing does
 * @param capacity how full the tables are
 * @param snapshots how they stand
 * @param timeZone whose calendar limits follow
 * @param clock how the machine's clock behaved
 * @param degraded what can't be done as it should while all else goes on, the oldest first
 */
public record EngineStatus(
        LedgerId ledgerId,
        long sequence,
        long syncedSequence,
        ChainHead chainHead,
        String syncPolicy,
        int inFlight,
        long entriesAppended,
        Map<Refusal, Long> refusedBy,
        Waits waits,
        boolean isAccepting,
        List<Obstacle> obstacles,
        Capacity capacity,
        Snapshots snapshots,
        TimeZone timeZone,
        Clock clock,
        List<Degradation.Entry> degraded) {
    /**
     * Whose calendar limits follow.
     *
     * @param name as configured
     * @param pendingUntilMs until when a window still ends as an earlier zone had it; 0 for none at the start
     */
    public record TimeZone(String name, long pendingUntilMs) {}

    /**
     * How the machine's clock behaved since the start.
     *
     * @param stepsForward that it made, of more than a second
     * @param stepsBack behind the journal's latest entry
     * @param refusedMs by how much it is wrong while it isn't followed; else 0
     */
    public record Clock(long stepsForward, long stepsBack, long refusedMs) {}

    /**
     * Waits of the writer's.
     *
     * @param times since the start
     * @param ms milliseconds in all
     */
    public record Waits(long times, long ms) {}

    /** Requests refused since the start, whatever the reason. */
    public long requestsRefused() {
        return refusedBy.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * How much of what is bounded is used.
     *
     * @param tableBytes memory that the tables hold, and may hold
     * @param tables records of each table, and how many it may have
     */
    public record Capacity(Use tableBytes, List<Use> tables) {
        /** No day can be told: nothing grows, or it has not been watched for long enough. */
        public static final double UNKNOWN = Double.POSITIVE_INFINITY;

        /**
         * One figure and its bound.
         *
         * @param name of a table, or of the memory
         * @param used now
         * @param allowed at most; new commands that need more are refused before it is reached
         * @param daysLeft at the rate of the last day, or since a later start; {@link #UNKNOWN} when it can't be told
         */
        public record Use(String name, long used, long allowed, double daysLeft) {
            /** Used of allowed, in percent. */
            public int percent() {
                return (int) Math.min(100, used / Math.max(1.0, allowed / 100.0));
            }
        }
    }

    /**
     * How snapshots stand, read by any thread.
     *
     * @param sequence the last entry in the newest one that this process wrote or began with; 0 for none
     * @param writtenMs when this process wrote the last one; 0 for none
     * @param tookMs how many milliseconds that took; 0 for none
     * @param failures how many could not be written since the start
     * @param failure why the last one could not; empty when it could
     */
    public record Snapshots(long sequence, long writtenMs, long tookMs, long failures, String failure) {
        /** None was written, none failed. */
        static final Snapshots NONE = new Snapshots(0, 0, 0, 0, "");

        /** One that an earlier process wrote. */
        Snapshots found(long newest) {
            return new Snapshots(newest, writtenMs, tookMs, failures, failure);
        }

        Snapshots written(long newest, long atMs, long inMs) {
            return new Snapshots(newest, atMs, inMs, failures, "");
        }

        Snapshots failed(String why) {
            return new Snapshots(sequence, writtenMs, tookMs, failures + 1, why);
        }
    }

    /**
     * Something that stands in the way of new bookings, or of the commands that one table can't take any more. Reads go on
     * but for {@link #stopsReads}. A journal or a disk that broke is no obstacle: it ends the process.
     *
     * @param kind what it is
     * @param refusesBookings whether transactions are refused; else only what the words name
     * @param words what is refused, why, and what helps
     */
    public record Obstacle(Kind kind, boolean refusesBookings, String words) {
        /** Whether questions have no answer either; else reads go on, whatever becomes of bookings. */
        public boolean stopsReads() {
            return kind == Kind.STOPPING || kind == Kind.STANDSTILL || kind == Kind.FOLLOWER;
        }

        /** What can stand in the way. Labels are part of the operator's API. */
        public enum Kind {
            /** The service stops. */
            STOPPING("stopping"),
            /** Requests are under way, and none is answered. */
            STANDSTILL("standstill"),
            /** The journal's disk has too little room. */
            DISK("disk"),
            /** The tables have taken all the memory that they may. */
            MEMORY("memory"),
            /** A table has nearly as many records as it can have. */
            RECORDS("records"),
            /** Another node of the cluster leads, or none: reads are refused as well. */
            FOLLOWER("follower");

            private final String label;

            Kind(String label) {
                this.label = label;
            }

            /** The word shown to people and machines. */
            public String label() {
                return label;
            }
        }
    }
}
