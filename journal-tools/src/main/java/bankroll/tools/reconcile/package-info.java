/**
 * The platform's own list of transactions against the journal.
 *
 * <pre>
 *   platform file ─► {@link bankroll.tools.reconcile.PlatformFile} ─► {@link bankroll.tools.reconcile.PlatformTable}   first pass
 *   journal ─► {@link bankroll.tools.reconcile.Reconciliation}: finds each of ours in the table                        second pass
 *   platform file again ─► what is missing here, or differs                                                            third pass
 * </pre>
 *
 * <p>Memory goes with the platform's list, about 60 bytes a line, not with the journal.
 */
package bankroll.tools.reconcile;
