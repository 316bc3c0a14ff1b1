/**
 * The journal on Chronicle Queue: one excerpt per frame, files rolled by size under our own numbers, forced by our own
 * channels. What Chronicle does not promise (durability, room, one writer, a clean start) is done around it.
 *
 * <pre>
 *  writer thread   ChronicleJournal.append ─► ChronicleWriter: into the open file, and read back
 *  syncer thread   ChronicleJournal.force  ─► FileForcer      ─► fdatasync, then the forced mark
 *  journal-keeper  FileKeeper: manifest after each roll, the mark to disk
 *  journal-room    JournalRoom: next file's blocks, free space
 * </pre>
 */
package bankroll.journal.chronicle;
