package bankroll.journal.chronicle;

import bankroll.journal.files.ForcedMark;

/**
 * What a {@link ChronicleJournal} works with, each with its own thread or on the writer's.
 *
 * @param writer puts frames into the files.
 * @param mark notes what was appended and forced.
 * @param forcer brings the files to the disk.
 * @param keeper keeps the manifest and brings the mark to the disk.
 * @param room keeps the next file in reserve.
 */
record JournalParts(ChronicleWriter writer, ForcedMark mark, FileForcer forcer, FileKeeper keeper, JournalRoom room) {}
