/**
 * The chain over all frames: c(n) = SHA-256(c(n-1) and the bytes of frame n). A thread of its own computes it over frames that
 * were acknowledged.
 *
 * <pre>
 *  ChainSealer ─► reads the acknowledged frames back from the files ─► Chain ─► the newest head
 *                                 every later frame carries it ◄─ Frame.Sealer ◄─┘   and the operator's status tells it
 * </pre>
 *
 * <p>So every byte that was acknowledged is read back from the files once more while the service runs, and any later
 * frame, or a head that was noted elsewhere, proves everything before it.
 */
package bankroll.journal.chain;
