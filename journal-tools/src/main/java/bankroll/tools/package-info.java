/**
 * {@code ./bankroll journal}: offline tools over a journal, a copy of one or a backup.
 *
 * <pre>
 *   JournalTool ─► command ─┬─► report, reconcile, export    what people ask
 *                           ├─► check                        is it what was written?
 *                           ├─► backup, rebuild, salvage     copy it, make a new one
 *                           └─► source ─► entry ─► console   frames in, items, an answer out
 * </pre>
 */
package bankroll.tools;
