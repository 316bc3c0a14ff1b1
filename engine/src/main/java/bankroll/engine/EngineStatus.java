package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.journal.ChainHead;
import bankroll.protocol.LedgerId;
import java.util.List;

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
 * @param requestsRefused since the start, because the ring was full or the engine stopping
 * @param isAccepting whether bookings are taken
 * @param obstacles what stands in the way of bookings, or of other changes; empty when nothing does
 * @param capacity how full the tables are
 * @param snapshots how they stand
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
        long requestsRefused,
        boolean isAccepting,
        List<Obstacle> obstacles,
        Capacity capacity,
        SnapshotStatus snapshots,
        List<Degradation.Entry> degraded) {}
