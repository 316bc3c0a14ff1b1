package bankroll.journal.files;

/** What an operator does about damage; part of every message that refuses a start. */
public final class Cure {
    public static final String VERIFY =
            "\"./bankroll journal verify\" tells how far the journal is good; then restore the file" + " from a backup";
    public static final String RESTORE = "restore it from a backup";

    private Cure() {}
}
