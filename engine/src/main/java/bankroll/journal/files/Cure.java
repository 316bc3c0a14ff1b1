package bankroll.journal.files;

/** What an operator does about damage; part of every message that refuses a start. */
final class Cure {
    static final String VERIFY = "\"./bankroll journal verify\" tells how far the journal is good; then restore the file"
            + " from a backup";
    static final String RESTORE = "restore it from a backup";

    private Cure() {}
}
