/**
 * The journal: every accepted request with its outcomes, in order, provable and on disk.
 *
 * <pre>
 *  writer thread   Journal.append(frame) ──► one Chronicle Queue excerpt, read back
 *  syncer thread   Journal.force()       ──► the bytes are on disk up to the sequence returned
 *  reader threads  JournalReader (in order, may follow) · FrameLookup (by sequence)
 * </pre>
 *
 * <p>{@link bankroll.journal.Frame} is the one codec of the record. {@link bankroll.journal.JournalStore} is
 * the journal as one process owns it: recovered first, then read, then written. The bytes are described in
 * docs/format/journal.md, what the sync policies promise in docs/adr/0004-sync-policy.md.
 */
package bankroll.journal;
