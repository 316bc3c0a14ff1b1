package bankroll.simulation;

import bankroll.protocol.SessionId;

/** The random part of a session, and its name. */
record SessionBits(long high, long low) {
    @Override
    public String toString() {
        return SessionId.format(high, low);
    }
}
