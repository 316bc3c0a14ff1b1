/**
 * The writer alone, without HTTP and without threads: what one core can decide, apply, seal and append; how that
 * changes as the tables grow; and how fast a journal is replayed. And a whole engine that its own process feeds, for
 * {@code bench cluster}.
 */
package bankroll.bench.writer;
