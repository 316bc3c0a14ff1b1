package bankroll.engine;

/** Where the engine hands finished requests back; the port belongs to the engine, the gateway implements it. */
@FunctionalInterface
public interface ReplyPublisher {
    /**
     * Takes a request back, with its outcomes and answer; from here on it is the publisher's again. Called on the
     * syncer's or the lookup thread; must not block, wait or throw.
     */
    void publish(Request request);
}
