/** The commands of {@code ./bankroll journal}, one class each: options in, an answer to the console out. */
package bankroll.tools.command;
