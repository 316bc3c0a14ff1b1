/** Benchmarks, micro and over HTTP. */
package bankroll.bench;
