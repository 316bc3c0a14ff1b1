/**
 * The operator API, on a listener of its own (operator-api.md): who may call, what each call asks of the ledger, and how
 * its answer is written.
 *
 * <pre>
 *   Routes ─► OperatorEndpoint ─► OperatorTokens: 401, 403
 *                 │
 *                 ├─ Question: JSON or path ─► command in the request's frame ─► Engine
 *                 └─ Answer: outcomes and answer ─► JSON, or a problem document
 * </pre>
 *
 * <p>Everything here runs on the event loop of its connection. Not a hot path: it allocates freely, within the bounds of
 * a body and of 500 elements.
 */
package bankroll.gateway.operator;
