/** What a directory named on the command line turns out to be: a journal, a copy of one, or a backup. */
package bankroll.tools.place;
