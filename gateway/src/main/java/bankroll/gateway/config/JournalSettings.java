package bankroll.gateway.config;

import bankroll.journal.SyncPolicy;

/**
 * The journal's settings.
 *
 * @param sync when bytes are on disk
 * @param fileBytes size of a journal file
 * @param lowWaterBytes free bytes below which no booking is taken; 0: no check
 * @param keptMs milliseconds for which entries are kept at least; 0: for ever
 */
public record JournalSettings(SyncPolicy sync, long fileBytes, long lowWaterBytes, long keptMs) {}
