/** From a directory named on the command line to frames, one after the other: a journal, a copy, or a backup. */
package bankroll.tools.read;
