/**
 * The threads round the ledger.
 *
 * <pre>
 *   event loops ── submit ─► CommandRing ─► LedgerAgent: decide, apply, append      one writer
 *                                              │
 *                                              ▼
 *                                           JournalSyncer: sync, release            group commit
 *                                              │            └► LookupAgent: reads the journal for questions
 *   event loops ◄── ReplyPublisher ◄───────────┘            a read of what is on disk: from LedgerAgent at once
 *
 *   several nodes: CommandRing ─► LogIngress ─► CommandLog ─► LogMember, on each node, in the writer's place
 *
 *   start: Recovery replays the journal through the same apply, then the agents run
 * </pre>
 */
package bankroll.engine;
