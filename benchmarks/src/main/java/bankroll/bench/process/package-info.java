/** Processes that benchmarks start: each with the flags that the service itself runs with. */
package bankroll.bench.process;
