/**
 * The whole engine in one thread, by seed: what we promise, tried against everything that can go wrong at once.
 *
 * <pre>
 *                 ┌──────────── Simulation: one random order of turns ────────────┐
 *   Platform ─► Engine.submit        SimulatedProcess: the real agents       SimulatedClock
 *      ▲    Change, Batch, Question   writer · syncer · snapshot · lookup    steps back and forth
 *      │                                      │
 *      └── publish ◄──────────────────────────┴─► SimulatedDisk: torn, lost, reordered, failing, slow, full
 *      │                                          or SimulatedFiles: the real journal, its room and keeper
 *      │
 *   Told: what was acknowledged ─► compared with ─► History: the naive model, told what the journal holds
 * </pre>
 *
 * <p>A process ends by SIGKILL, by a power cut, by stopping itself, or in order; the next one recovers. Then: each
 * acknowledged outcome is there, none twice, copies are answered as decisions §6 says, model and ledger agree, replay
 * and snapshot and the state before the end have one digest, books sum to zero.
 *
 * <p>A run depends on its seed alone: {@code -Dseed=N} repeats it and says what happened.
 */
package bankroll.simulation;
