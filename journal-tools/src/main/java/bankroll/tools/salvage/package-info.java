/**
 * Good entries in damaged copies: found wherever they stand, whatever the lists of files say, and put together to one
 * journal where sequence, checksum and chain prove the seams.
 *
 * <pre>
 *   copies ─► {@link bankroll.tools.salvage.GoodFrames} ─► runs
 *          ─► {@link bankroll.tools.salvage.Salvage} ─► a source to rebuild from
 * </pre>
 */
package bankroll.tools.salvage;
