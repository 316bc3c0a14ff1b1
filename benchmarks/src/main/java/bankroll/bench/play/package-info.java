/**
 * The workload that every benchmark plays, and what must come of it.
 *
 * <pre>
 *   Workload ── seed, players, skew, Mix ──► PlayStream.next(Play): what to ask, and the answer it must get
 *                                              │
 *                          ┌───────────────────┼──────────────────────┐
 *                          ▼                   ▼                      ▼
 *                    JSON over HTTP      commands in memory      arrays for SQL
 * </pre>
 *
 * Streams have disjoint players and ids, so the answers of each depend on its own order alone, however they are mixed.
 */
package bankroll.bench.play;
