/**
 * Load over HTTP, and every answer checked.
 *
 * <pre>
 *   before the clock:   PlayStream ─► PlayJson ─► RequestWriter (signs) ─► Script: bytes to send, answers to expect
 *   under the clock:    LoadLoop (one thread, one selector) ─ LoadConnection: sends from its Script, reads, checks
 *                          SendingPace says when each request is due; latency counts from then
 *   afterwards:         trial balance of the server against the model's; Report
 * </pre>
 *
 * The client shares the machine with the server, so it does as little as it can while the clock runs: no HTTP library,
 * no JSON parser on the way of an answer that looks as it should, no allocation per request.
 */
package bankroll.bench.load;
