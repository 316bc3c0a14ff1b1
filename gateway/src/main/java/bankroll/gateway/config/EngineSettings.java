package bankroll.gateway.config;

/**
 * The engine's settings; beyond its bounds the answer is {@code unavailable}.
 *
 * @param ringCapacity requests under way
 * @param inFlightBytes bytes of requests under way
 * @param snapshotEveryTransactions new transactions after which a snapshot is taken; 0: none at all
 * @param snapshotEveryMs milliseconds after which one is taken at the latest
 * @param snapshotsKept how many are kept
 */
public record EngineSettings(
        int ringCapacity,
        long inFlightBytes,
        long snapshotEveryTransactions,
        long snapshotEveryMs,
        int snapshotsKept) {}
