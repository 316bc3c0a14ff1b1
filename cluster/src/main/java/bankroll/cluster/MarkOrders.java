package bankroll.cluster;

import bankroll.engine.CommandLog;
import java.util.function.BooleanSupplier;

/**
 * Has marks made while this node leads, in time and when somebody asks: by an order in the log, one after the other. A mark is
 * asked for until this node has read its order, which it says once in a term. Ingress' thread, but for {@link #ask}.
 */
final class MarkOrders {
    private final MarkSchedule schedule;
    private final BooleanSupplier offer;
    private volatile boolean isAskedFor;
    /** How many orders this node had read when the mark was asked for. */
    private volatile long before;

    private long orderedIn = CommandLog.NO_TERM;

    /**
     * None is asked for.
     *
     * @param offer says in the log that a mark is made there; false while it can't
     */
    MarkOrders(MarkSchedule schedule, BooleanSupplier offer) {
        this.schedule = schedule;
        this.offer = offer;
    }

    /**
     * Asks for a mark on every node. Any thread.
     *
     * @return false when this node doesn't lead, or one is asked for or being made already
     */
    boolean ask(LogService service) {
        if (!service.leads || isAskedFor || service.isMarking) {
            return false;
        }
        before = service.markOrders;
        isAskedFor = true;
        return true;
    }

    /** Asks for the mark that is due. */
    void askInTime(LogService service, long nowNs) {
        long taken = service.taken;
        long position = service.position;
        if (schedule.isDue(nowNs, taken, position)) {
            schedule.marked(nowNs, ask(service) ? taken : -1, position);
        }
    }

    /** Orders the mark that is asked for, as soon as one may be made in the leader's term. */
    void turn(LogService service, long term) {
        if (isAskedFor && (!service.leads || service.markOrders != before)) {
            orderedIn = CommandLog.NO_TERM;
            isAskedFor = false;
        }
        if (isAskedFor && orderedIn != term && service.mayMark(term) && offer.getAsBoolean()) {
            orderedIn = term;
        }
    }
}
