/**
 * A fresh data directory from entries: from a backup, or from a journal up to some entry.
 *
 * <pre>
 *   a journal's files ─► FileCopies ─┬─► journal.part ─► JournalReadBack, file by file
 *                          frames    └─► Verification
 *   a backup's frames ─► Verification ─► AppendedJournal ─► journal.part ─► JournalReadBack
 *
 *   good? ─► RebuiltSnapshots ─► as written? ─► journal.part becomes journal
 * </pre>
 *
 * <p>Where a retention has removed the first entries, the snapshot that stands for them is carried over first.
 * What is written goes straight to the disk, past the system's cache, where that is possible: so what
 * is read back is what the disk has.
 */
package bankroll.tools.rebuild;
