/**
 * What a start does with the journal it finds: it checks, refuses damage, sets a torn tail aside and closes the files
 * of the process before. The judgement between "torn" and "damaged" is in {@link bankroll.journal.recovery.TailRecovery}.
 */
package bankroll.journal.recovery;
