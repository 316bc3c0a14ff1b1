package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.journal.ChainHead;
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
        SnapshotStatus snapshots,
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
}
