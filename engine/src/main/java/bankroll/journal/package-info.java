/**
 * The journal: every accepted request with its outcomes, in order, provable and on disk.
 *
 * <pre>
 *  writer thread   Journal.append(frame) ──► one Chronicle Queue excerpt, read back
 *  syncer thread   Journal.force()       ──► the bytes are on disk up to the sequence returned
 *  reader threads  JournalReader (in order, may follow) · FrameLookup (by sequence)
 * </pre>
 *
 * <p>A thread of its own reads what was acknowledged back from the files and computes the {@link bankroll.journal.Chain},
 * whose newest head every later frame carries: any later frame, or a head that was noted elsewhere, proves everything
 * before it.
 *
 * <p>{@link bankroll.journal.Frame} is the one codec of the record. {@link bankroll.journal.JournalStore} is
 * the journal as one process owns it: recovered first, then read, then written. The bytes are described in
 * docs/format/journal.md, what the sync policies promise in docs/adr/0004-sync-policy.md.
 */
package bankroll.journal;
