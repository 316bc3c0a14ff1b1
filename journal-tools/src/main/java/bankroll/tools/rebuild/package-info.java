/**
 * A fresh data directory from entries: from a backup, or from a journal up to some entry.
 *
 * <pre>
 *   frames ─► {@link bankroll.tools.check.Verification} ─► {@link bankroll.tools.rebuild.JournalCopy} into journal.part
 *                                        good? ─► read back ─► journal ─► snapshot, loaded and compared
 * </pre>
 *
 * <p>Where a retention has removed the first entries, the snapshot that stands for them is carried over before the
 * journal gets its name.
 */
package bankroll.tools.rebuild;
