package bankroll.engine;

/** Why a request was refused before it was decided. Labels are part of the metrics. */
public enum Refusal {
    /** The service stops. */
    STOPPING("stopping"),
    /** Too many requests, or bytes of them, are under way. */
    BUSY("busy"),
    /** The journal's disk has too little room. */
    DISK("disk"),
    /** It waited for the journal's next file until its patience was over. */
    NEXT_FILE("next_file"),
    /** The tables have taken all the memory that they may. */
    MEMORY("memory"),
    /** A table has nearly as many records as it can have. */
    RECORDS("records"),
    /** It would bring one currency too many: sent again, it is refused again. */
    CURRENCIES("currencies"),
    /** Another node of the cluster leads, or none. */
    FOLLOWER("follower");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    /** The word shown to machines. */
    public String label() {
        return label;
    }
}
