package bankroll.engine;

/**
 * Something that stands in the way of new bookings, or of the commands that one table can't take any more. Reads go on
 * but for {@link #stopsReads}. A journal or a disk that broke is no obstacle: it ends the process.
 *
 * @param kind what it is
 * @param refusesBookings whether transactions are refused; else only what the words name
 * @param words what is refused, why, and what helps
 */
public record Obstacle(Kind kind, boolean refusesBookings, String words) {
    /** Whether questions have no answer either; else reads go on, whatever becomes of bookings. */
    public boolean stopsReads() {
        return kind == Kind.STOPPING || kind == Kind.STANDSTILL || kind == Kind.FOLLOWER;
    }

    /** What can stand in the way. Labels are part of the operator's API. */
    public enum Kind {
        /** The service stops. */
        STOPPING("stopping"),
        /** Requests are under way, and none is answered. */
        STANDSTILL("standstill"),
        /** The journal's disk has too little room. */
        DISK("disk"),
        /** The tables have taken all the memory that they may. */
        MEMORY("memory"),
        /** A table has nearly as many records as it can have. */
        RECORDS("records"),
        /** Another node of the cluster leads, or none: reads are refused as well. */
        FOLLOWER("follower");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** The word shown to people and machines. */
        public String label() {
            return label;
        }
    }
}
