/**
 * Reading the journal: in order, by sequence, behind a writer at work. The files are mapped and Chronicle's record
 * headers followed, so that reading neither locks nor changes anything and works on a copy or a read-only disk.
 *
 * <pre>
 *  FileJournalReader ─► JournalMap (which file) ─► FrameCursor (which frame, is it good) ─► MappedJournalFile (bytes)
 *  FileFrameLookup   ─► JournalMap              ─► FrameOffsets (where)                  ─► MappedJournalFile
 * </pre>
 */
package bankroll.journal.reading;
