package bankroll.journal.files;

/** What an operator does about damage; part of every message that refuses a start. */
public final class Cure {
    private static final String VERIFY = "\"./bankroll journal verify DIR\" says more";

    private Cure() {}

    /** Of damage at this sequence; 0 where it is no entry that is damaged. */
    public static String of(long sequence) {
        return sequence < 1 ? VERIFY : of(sequence, "DIR") + "; " + VERIFY;
    }

    /** The same with the directory's name. */
    public static String of(long sequence, String directory) {
        String salvage = "\"./bankroll journal salvage " + directory + " --with BACKUP NEW\"";
        if (sequence < 2) {
            return "no entry before it; " + salvage + " takes what a backup holds and what is good here";
        }
        long good = sequence - 1;
        return "entries up to " + good + " are good; " + salvage + " adds what a backup holds; without one"
                + " \"./bankroll journal salvage " + directory + " NEW\" keeps what is good";
    }
}
