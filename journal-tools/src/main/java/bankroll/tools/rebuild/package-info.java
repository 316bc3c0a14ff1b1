/**
 * A fresh data directory from entries: from a backup, or from a journal up to some entry.
 *
 * <pre>
 *   frames ─► {@link bankroll.tools.check.Verification} ─► {@link bankroll.tools.rebuild.JournalCopy} into journal.part
 *                                        good? ─► journal ─► read back and verified ─► snapshot
 * </pre>
 */
package bankroll.tools.rebuild;
