/** What every benchmark says: the machine, the figures as table, JSON and picture, and what they don't show. */
package bankroll.bench.report;
