package bankroll.gateway.http;

import bankroll.condition.LogId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one event loop, oldest first. A listener has so many in all and so many of one client; at the bound the
 * one that costs least makes room for a newcomer, or the newcomer is turned away. All together may hold so much memory; beyond
 * it the worst are shed. On the event loop.
 */
final class Crowd {
    private static final Logger LOG = LoggerFactory.getLogger(Crowd.class);

    /** Connections beyond the bound that still get an answer; the ones after them are just closed. */
    private static final int POLITE_REFUSALS = 128;
    /** And no more than one for so many that are open: each holds a descriptor while it hears why. */
    private static final int POLITE_SHARE = 8;

    private final HttpContext context;
    private final HttpCounters counters;
    private final Share requests;
    private final Share answers;
    /** Each with its client's network; null while it isn't known, and for a proxy's own, which only the listener bounds. */
    private final Map<Member, Long> members = new LinkedHashMap<>();

    private final Map<Long, Set<Member>> byClient = new HashMap<>();
    private final List<Member> asked = new ArrayList<>();

    /** What closing a connection would cost; the first are closed first, and the last never for a newcomer. */
    enum Standing {
        /** Has its last answer. */
        LEAVING,
        /** Nobody has let it in, and it asks nothing. */
        IDLE_STRANGER,
        /** Nobody has let it in, and a request of it is arriving. */
        ASKING_STRANGER,
        /** Its last request was let in; nothing is under way. */
        IDLE,
        /** A request is under way. */
        BUSY;

        /**
         * Of a connection that hasn't had its last answer.
         *
         * @param isKnown whether its last request was let in
         * @param isAnswerDue whether a request has come that has no answer yet
         * @param isArriving whether part of one has
         */
        static Standing of(boolean isKnown, boolean isAnswerDue, boolean isArriving) {
            if (isAnswerDue || isKnown && isArriving) {
                return BUSY;
            }
            if (isKnown) {
                return IDLE;
            }
            return isArriving ? ASKING_STRANGER : IDLE_STRANGER;
        }
    }

    /** A connection, as its event loop sees it. */
    interface Member {
        /**
         * Looks at every deadline of the connection.
         *
         * @param silentMs for how long the loop stood still before: what arrives has that time on top, for nobody took it
         */
        void tick(long nowMs, long silentMs);

        /** Closes with its next answer, unless another request has come behind that one; a client that asks nothing stays. */
        void sendAway();

        /** Finishes what has begun, takes nothing new, closes. */
        void drain();

        /** Closes at once. */
        void abort();

        /** Closes at once, for a newcomer. */
        void makeRoom();

        /** What closing it would cost. */
        Standing standing();

        /** Whether its last request was let in. */
        boolean isKnown();

        /** What memory it holds. */
        Footprint footprint();

        /** Refuses what is arriving, and closes; its footprint has no requests from now on. */
        void shedSender();

        /** Closes at once; what was to be read is lost, and its footprint has no answers from now on. */
        void shedReader();
    }

    /** A connection and how much there is to say against it. */
    private record Weighed(Member member, long weight) {}

    Crowd(HttpContext context, HttpCounters counters) {
        this.context = context;
        this.counters = counters;
        this.requests = new Share(counters.requests());
        this.answers = new Share(counters.answers());
    }

    /** Why a newcomer can't come in; null when it can. */
    Problem.Prepared enter(Member newcomer, ClientAddress client) {
        members.put(newcomer, null);
        boolean isOver = counters.openConnections() > context.maxConnections();
        if (!isOver || makeRoom(newcomer, members.keySet())) {
            return null;
        }
        turnedAway(Turning.LISTENER_FULL, client);
        return context.tooManyConnections;
    }

    /** The same for a newcomer of whom it is known now whose it is. */
    Problem.Prepared enterAs(Member newcomer, ClientAddress client) {
        long network = client.network();
        members.put(newcomer, network);
        Set<Member> own = byClient.computeIfAbsent(network, first -> new LinkedHashSet<>());
        own.add(newcomer);
        boolean isOver = counters.clientOpened(network) > context.maxConnectionsPerAddress();
        if (!isOver || makeRoom(newcomer, own)) {
            return null;
        }
        turnedAway(Turning.ADDRESS_FULL, client);
        return context.tooManyOfOneAddress;
    }

    /** Closes the connection that costs least, the oldest of such; false if each is busy. */
    private static boolean makeRoom(Member newcomer, Set<Member> among) {
        Member cheapest = null;
        Standing least = Standing.BUSY;
        for (Member member : among) {
            Standing standing = member == newcomer ? Standing.BUSY : member.standing();
            if (standing.compareTo(least) < 0) {
                cheapest = member;
                least = standing;
            }
            if (least.compareTo(Standing.IDLE_STRANGER) <= 0) {
                break;
            }
        }
        if (cheapest == null) {
            return false;
        }
        cheapest.makeRoom();
        return true;
    }

    /** Somebody is turned away: counts it, and tells the trace. */
    void turnedAway(Turning why, ClientAddress client) {
        counters.turnedAway(why);
        context.doorkeeper.turnedAway(why, client);
    }

    /** Whether a client that is turned away is told so; under TLS a word would cost a handshake. */
    boolean isPolite() {
        int polite = Math.min(POLITE_REFUSALS, 1 + context.maxConnections() / POLITE_SHARE);
        return context.tls().isEmpty() && counters.openConnections() <= context.maxConnections() + polite;
    }

    /** A connection has closed. */
    void left(Member member) {
        Long network = members.remove(member);
        if (network != null) {
            byClient.computeIfPresent(network, (key, own) -> own.remove(member) && own.isEmpty() ? null : own);
            counters.clientClosed(network);
        }
    }

    /** Does something to each; what goes wrong with one closes that one. */
    void forEach(Consumer<Member> action) {
        asked.addAll(members.keySet());
        try {
            asked.forEach(member -> act(member, action));
        } finally {
            asked.clear();
        }
    }

    private static void act(Member member, Consumer<Member> action) {
        try {
            action.accept(member);
        } catch (RuntimeException | Error fault) {
            LOG.warn(LogId.CONNECTION_FAULT.marker(), "Closing a connection after an unexpected fault", fault);
            member.abort();
        }
    }

    /** Sheds the worst where all loops together hold too much: another may have needed the room, each sheds its own only. */
    void shed(long nowMs) {
        if (requests.isOver()) {
            shedSenders(nowMs);
        }
        if (answers.isOver()) {
            shedReaders(nowMs);
        }
    }

    /** Sheds those that send and don't finish. */
    void shedSenders(long nowMs) {
        shed(requests, member -> member.footprint().weightOfRequests(nowMs, member.isKnown()), Member::shedSender);
    }

    /** Sheds those that don't read. */
    void shedReaders(long nowMs) {
        shed(answers, member -> member.footprint().weightOfAnswers(nowMs, member.isKnown()), Member::shedReader);
    }

    /** Sheds the worst first, until there is room; {@code weight} is 0 for those that nothing is said against. */
    private void shed(Share memory, ToLongFunction<Member> weight, Consumer<Member> shed) {
        if (!memory.isToShed()) {
            return;
        }
        List<Weighed> worst = new ArrayList<>();
        for (Member member : members.keySet()) {
            long against = weight.applyAsLong(member);
            if (against > 0) {
                worst.add(new Weighed(member, against));
            }
        }
        worst.sort(Comparator.comparingLong(Weighed::weight).reversed());
        for (int i = 0; i < worst.size() && memory.isToShed(); i++) {
            act(worst.get(i).member, shed);
        }
    }

    /** What the members hold of the listener's memory. */
    private static final class Share {
        /** Once over the bound, enough is shed to have room for a while: looking for the worst costs a look at all. */
        private static final int ROOM = 8;

        private final HttpCounters.Memory all;
        private long own;

        Share(HttpCounters.Memory all) {
            this.all = all;
        }

        /** Counts bytes that a connection holds from now on, or lets go. */
        void add(long bytes) {
            own += bytes;
            all.held.addAndGet(bytes);
        }

        /** Whether all loops together hold too much. */
        boolean isOver() {
            return all.held.get() > all.most;
        }

        /** Whether this loop should go on shedding: what other loops hold too much is theirs to shed. */
        boolean isToShed() {
            long enough = all.most - all.most / ROOM;
            return all.held.get() > enough && own > enough / all.loops;
        }
    }

    /** What memory one member holds: request bytes that wait or arrive, and answers that its client has not read. */
    final class Footprint {
        /** A member that has held something for a moment only is weighed as if it were this long. */
        private static final long LEAST_MS = 100;
        /** How much less is said against a connection whose last request was let in. */
        private static final int TRUST = 16;

        private long requestBytes;
        private long answerBytes;
        private long takenBytes;
        private long requestSinceMs;
        private long answerSinceMs;

        /** So many bytes of requests are held; false if all connections together hold too much now. */
        boolean requests(long bytes) {
            if (bytes == requestBytes) {
                return true;
            }
            if (requestBytes == 0) {
                requestSinceMs = HttpContext.nowMs();
            }
            boolean isMore = bytes > requestBytes;
            requests.add(bytes - requestBytes);
            requestBytes = bytes;
            return !isMore || !requests.isOver();
        }

        /**
         * So many bytes of answers are unread; false if all connections together hold too much now.
         *
         * @param taken how many bytes of the first of them the client has taken: it may take minutes for a large one
         */
        boolean answers(long bytes, long taken) {
            if (bytes == answerBytes && taken == takenBytes) {
                return true;
            }
            boolean isMore = bytes > answerBytes;
            if (answerBytes == 0 || bytes < answerBytes || taken != takenBytes) {
                answerSinceMs = HttpContext.nowMs();
            }
            takenBytes = taken;
            answers.add(bytes - answerBytes);
            answerBytes = bytes;
            return !isMore || !answers.isOver();
        }

        /** How long the client has not read although there was something, in milliseconds. */
        long unreadMs(long nowMs) {
            return answerBytes == 0 ? 0 : nowMs - answerSinceMs;
        }

        /** What is to be said against the connection as one that sends and does not finish. */
        long weightOfRequests(long nowMs, boolean isKnown) {
            return weight(requestBytes, nowMs - requestSinceMs, isKnown);
        }

        /** What is to be said against the connection as one that does not read. */
        long weightOfAnswers(long nowMs, boolean isKnown) {
            return weight(answerBytes, nowMs - answerSinceMs, isKnown);
        }

        private static long weight(long bytes, long sinceMs, boolean isKnown) {
            long weight = bytes * Math.max(LEAST_MS, sinceMs);
            return isKnown ? weight / TRUST : weight;
        }
    }
}
