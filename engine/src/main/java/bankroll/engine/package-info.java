/**
 * The threads round the ledger.
 *
 * <pre>
 *   event loops ── submit ─► CommandRing ─► LedgerAgent: decide, apply, append      one writer
 *                                              │
 *                                              ▼
 *                                           JournalSyncer: sync, release            group commit
 *                                              │            └► LookupAgent: reads the journal for questions
 *   event loops ◄── ReplyPublisher ◄───────────┘
 *
 *   start: Recovery replays the journal through the same apply, then the agents run
 * </pre>
 */
package bankroll.engine;
