/**
 * Where entries come from: what a directory turns out to be (a journal, a copy of one, a backup), and its frames one after
 * the other, a part of them, or on and on.
 *
 * <pre>
 *   directory ─► {@link bankroll.tools.source.Location} ─► a source ─► {@link bankroll.tools.source.FrameScan} ─► handler
 *                          └─► {@link bankroll.tools.source.Tail}: torn or damaged, and what helps
 * </pre>
 */
package bankroll.tools.source;
