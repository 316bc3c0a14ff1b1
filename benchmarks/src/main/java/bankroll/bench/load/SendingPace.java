package bankroll.bench.load;

import java.util.List;

/** Says when requests are due, and from when their latency counts. One per loop; one thread. */
interface SendingPace {
    /** The clock starts: {@code startNs} is its zero. */
    void begin(List<LoadConnection> connections, long startNs);

    /** Raises what is due on connections, and sends on those that it raised. */
    void advance(long nowNs);

    /** How long nothing new can become due but by an answer; 0: it already is. */
    long idleNs(long nowNs);

    /** Whether nothing more will become due. */
    boolean isOver();

    /** From when the latency of a request counts. */
    long countsFromNs(LoadConnection connection, int request, long sentNs);

    /**
     * Closed loop: as soon as an answer is there the next request goes out, until time is up or a script is at its end.
     * Latency counts from the sending: how long the server took, not how long a platform would have waited.
     */
    final class Closed implements SendingPace {
        private static final long NO_END_NS = Long.MAX_VALUE / 4;

        private final long durationNs;
        private final boolean playsAll;
        private List<LoadConnection> connections;
        private long deadlineNs;
        private boolean over;

        private Closed(long durationNs, boolean playsAll) {
            this.durationNs = durationNs;
            this.playsAll = playsAll;
        }

        /** Until time is up, or the first of the scripts ends. */
        static Closed during(long durationNs) {
            return new Closed(durationNs, false);
        }

        /** Until the last of the scripts ends. */
        static Closed toTheEnd() {
            return new Closed(NO_END_NS, true);
        }

        @Override
        public void begin(List<LoadConnection> all, long startNs) {
            connections = all;
            deadlineNs = startNs + durationNs;
            all.forEach(connection -> connection.raiseDue(connection.script().requests()));
        }

        @Override
        public void advance(long nowNs) {
            if (!over && (nowNs >= deadlineNs || isPlayed())) {
                over = true;
                connections.forEach(LoadConnection::stop);
            }
        }

        private boolean isPlayed() {
            for (LoadConnection connection : connections) {
                if (connection.isAtEnd() != playsAll) {
                    return !playsAll;
                }
            }
            return playsAll;
        }

        @Override
        public long idleNs(long nowNs) {
            return over ? Long.MAX_VALUE : Math.max(0, deadlineNs - nowNs);
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public long countsFromNs(LoadConnection connection, int request, long sentNs) {
            return sentNs;
        }
    }

    /**
     * Open loop: requests are due at a fixed rate, whatever the answers do, and go round the connections. Latency
     * counts from when a request was due, so that a stall counts for all who would have waited (no coordinated
     * omission).
     */
    final class Open implements SendingPace {
        private final double intervalNs;
        private final long requests;
        private List<LoadConnection> connections;
        private long startNs;
        private long next;

        /**
         * @param perSecond requests per second
         * @param requests how many in all
         */
        Open(double perSecond, long requests) {
            intervalNs = 1e9 / perSecond;
            this.requests = requests;
        }

        @Override
        public void begin(List<LoadConnection> all, long zeroNs) {
            connections = all;
            startNs = zeroNs;
        }

        @Override
        public void advance(long nowNs) {
            long first = next;
            while (next < requests && dueNs(next) <= nowNs) {
                LoadConnection connection = connection(next);
                connection.raiseDue(connection.due() + 1);
                next++;
            }
            long last = Math.min(next, first + connections.size());
            for (long request = first; request < last; request++) {
                connection(request).send();
            }
        }

        @Override
        public long idleNs(long nowNs) {
            return isOver() ? Long.MAX_VALUE : Math.max(0, dueNs(next) - nowNs);
        }

        @Override
        public boolean isOver() {
            return next >= requests;
        }

        @Override
        public long countsFromNs(LoadConnection connection, int request, long sentNs) {
            return dueNs((long) request * connections.size() + connection.index());
        }

        private LoadConnection connection(long request) {
            return connections.get((int) (request % connections.size()));
        }

        private long dueNs(long request) {
            return startNs + (long) (request * intervalNs);
        }
    }
}
