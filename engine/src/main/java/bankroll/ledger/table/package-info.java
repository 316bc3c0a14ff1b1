/**
 * The tables: flat records off the Java heap, found by keyed hashes.
 *
 * <pre>
 *   HashIndex   128-bit hash ─► record number      segments that split one at a time
 *   PagedTable  record number ─► bytes             pages; nothing moves when it grows
 *   Players · Transactions · Sessions · LaunchCodes · Exchanges · LimitSets · Blobs · Books   on top of the two
 *   LedgerView  what a rule may see of them        read only
 * </pre>
 *
 * <p>All of it belongs to one thread. Only {@code bankroll.ledger.Applier} writes.
 */
package bankroll.ledger.table;
