/**
 * What stands in a journal, read where it lies: a frame holds one command with its items, each with its outcome.
 *
 * <pre>
 *   frame ─► {@link bankroll.tools.entry.Item} (one flyweight, next() goes from item to item)
 *              ├─► {@link bankroll.tools.entry.Filter}       is it wanted?
 *              └─► {@link bankroll.tools.entry.ItemPrinter}  its fields, in order ─► line or JSON
 * </pre>
 */
package bankroll.tools.entry;
