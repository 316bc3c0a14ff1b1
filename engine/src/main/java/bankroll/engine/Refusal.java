package bankroll.engine;

/** Why a request was refused before it was decided. Labels are part of the metrics. */
public enum Refusal {
    /** The service stops. */
    STOPPING("stopping", "the service stops"),
    /** Too many requests, or bytes of them, are under way. */
    BUSY("busy", "too many requests are under way"),
    /** The journal's disk has too little room. */
    DISK("disk", "the journal's disk has too little room"),
    /** It waited for the journal's next file until its patience was over. */
    NEXT_FILE("next_file", "the journal's next file is not ready"),
    /** The tables have taken all the memory that they may. */
    MEMORY("memory", "the memory for accounts and transactions is used up"),
    /** A table has nearly as many records as it can have. */
    RECORDS("records", "a table is full"),
    /** It would bring one currency too many: sent again, it is refused again. */
    CURRENCIES("currencies", "no more currencies can be taken"),
    /** Another node of the cluster leads, or none, or did meanwhile. */
    FOLLOWER("follower", "the lead went to another node");

    private final String label;
    private final String words;

    Refusal(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** The word shown to machines. */
    public String label() {
        return label;
    }

    /** What whoever asked is told. */
    public String words() {
        return words;
    }
}
