package bankroll.gateway.config;

/**
 * The engine's bounds; beyond them the answer is {@code unavailable}.
 *
 * @param ringCapacity requests under way
 * @param inFlightBytes bytes of requests under way
 */
public record EngineSettings(int ringCapacity, long inFlightBytes) {}
