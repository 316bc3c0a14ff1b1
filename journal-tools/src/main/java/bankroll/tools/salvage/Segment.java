package bankroll.tools.salvage;

/**
 * A part of a run: from an entry to its end.
 *
 * @param run the run
 * @param firstSequence the entry
 * @param position byte of its frame
 */
record Segment(GoodRun run, long firstSequence, int position) {}
