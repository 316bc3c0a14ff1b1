/**
 * JMH benchmarks of the parts that a booking passes: signature, decoder, entry layout, ledger, append, reply; then the
 * index at several fill levels, and replay. An operation is one request of {@code items} items; the report divides.
 *
 * <p>{@link bankroll.bench.micro.MicroCommand} runs them in forks with the service's own flags and the gc profiler.
 */
package bankroll.bench.micro;
