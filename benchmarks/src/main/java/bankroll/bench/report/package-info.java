/** What every benchmark says: the machine, the figures as text and JSON, and what they don't show. */
package bankroll.bench.report;
