package bankroll.tools.report;

/** The keyed hash that stands for an id. */
record Hash(long high, long low) {
    @Override
    public int hashCode() {
        return (int) high;
    }
}
