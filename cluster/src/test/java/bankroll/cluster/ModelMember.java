package bankroll.cluster;

import bankroll.cluster.ElectionModel.Hole;
import bankroll.cluster.ModelDisk.Entry;
import bankroll.cluster.ModelNetwork.Letter;
import bankroll.cluster.ModelNetwork.Message;
import bankroll.cluster.ModelNetwork.Message.AppendPosition;
import bankroll.cluster.ModelNetwork.Message.CanvassPosition;
import bankroll.cluster.ModelNetwork.Message.CatchupPosition;
import bankroll.cluster.ModelNetwork.Message.CommitPosition;
import bankroll.cluster.ModelNetwork.Message.NewLeadershipTerm;
import bankroll.cluster.ModelNetwork.Message.RequestVote;
import bankroll.cluster.ModelNetwork.Message.StopCatchup;
import bankroll.cluster.ModelNetwork.Message.Vote;
import bankroll.cluster.ModelNetwork.Message.Within;
import io.aeron.cluster.service.Cluster.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A member of the model, while no election is held: what Aeron 1.51's {@code ConsensusModuleAgent} does, method by method under
 * its names, with the archive that records the log. A tick is a twentieth of {@code cluster.heartbeat-ms}.
 */
final class ModelMember {
    static final int NONE = ModelDisk.NONE;
    static final int TIMEOUT = 20;
    static final int INTERVAL = 4;
    static final int CATCHES_UP = 1;
    private static final int LONG_AGO = -1_000_000;

    final ElectionModel world;
    final RandomGenerator random;
    final int id;
    final ModelDisk disk = new ModelDisk();
    final Peer[] peers;
    final ModelEngine engine;
    private final ArrayDeque<Letter> unread = new ArrayDeque<>();
    Confirmations confirmations;
    ModelElection election;
    Role role;
    int leader;
    int term;
    int commit;
    private int notifiedCommit;
    /** Up to where the log that it reads was given on. */
    int adapter;

    private int lastAppend;
    /** Its own, while it leads. */
    Stream stream;
    /** The leader's, while it follows. */
    Stream image;

    boolean isCatchupAdded;
    boolean isLiveAdded;
    boolean records;
    private long logUpdated;
    private long leaderHeard;
    private long appendSaid;
    private long appendMoved;
    private long withinSaid;
    boolean isRunning;
    boolean isOut;
    boolean isJournalKept;
    int starts;
    long upAgain;
    long pausedUntil;

    /** The election, or what it waits for, begins anew. */
    static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivenUp(String message) {
            super(message, null, false, false);
        }
    }

    /** What a leader sends of its log; another one each time a member is chosen. */
    static final class Stream {
        final int leader;
        final int start;
        /** What it had before is in it, too: its archive gives that to whoever catches up. */
        private final List<Entry> entries;

        boolean isClosed;

        Stream(int leader, int start, Entry[] log) {
            this.leader = leader;
            this.start = start;
            this.entries = new ArrayList<>(Arrays.asList(log));
        }

        int end() {
            return entries.size();
        }

        Entry get(int position) {
            return entries.get(position);
        }
    }

    /** What a member knows of another, or of itself: {@code ClusterMember}. */
    static final class Peer {
        int term = NONE;
        int position = NONE;
        long heard = LONG_AGO;
        int voteTerm = NONE;
        Boolean vote;
        boolean isBallotSent;
        boolean isServed;

        void reset() {
            isBallotSent = false;
            vote = null;
            voteTerm = NONE;
            term = NONE;
            position = NONE;
        }

        boolean isActive(long now) {
            return heard + TIMEOUT > now;
        }
    }

    ModelMember(ElectionModel world, int id, int members) {
        this.world = world;
        this.random = world.random;
        this.id = id;
        peers = new Peer[members];
        engine = new ModelEngine(this, world);
    }

    long now() {
        return world.network.now;
    }

    void say(Supplier<String> what) {
        world.say(id, what);
    }

    void say(int to, Message message) {
        world.network.say(id, to, message);
    }

    private void sayToAll(Message message) {
        for (int to = 0; to < peers.length; to++) {
            if (to != id) {
                say(to, message);
            }
        }
    }

    /** A process starts on what the disk holds. */
    void start(boolean isJournalKept) {
        isRunning = true;
        starts++;
        Arrays.setAll(peers, at -> new Peer());
        confirmations = new Confirmations(world.context(id));
        engine.start(isJournalKept);
        unread.clear();
        role = Role.FOLLOWER;
        leader = NONE;
        term = NONE;
        commit = 0;
        notifiedCommit = 0;
        adapter = 0;
        lastAppend = 0;
        leaderHeard = LONG_AGO;
        leaveLog();
        ModelDisk.Term last = disk.lastTerm();
        int lastTerm = last == null ? NONE : last.id();
        int lastBase = last == null ? 0 : last.base();
        election = new ModelElection(this, true, NONE, lastTerm, lastBase, 0, disk.written);
    }

    /** The process ends by itself, with 74, and is started again. */
    void end(String why) {
        say(() -> "ends: " + why);
        world.down(this, false);
    }

    /** A person is needed: it doesn't come back. */
    void stop(String why) {
        end(why);
        isOut = true;
    }

    boolean leadsIn(int ofTerm) {
        return election == null && role == Role.LEADER && term == ofTerm;
    }

    /** A turn of each thread. */
    void turn() {
        world.network.deliver(id, this::hear);
        record();
        engine.turn();
        if (isRunning) {
            consensus();
        }
        if (isRunning && !world.has(Hole.VOTES_THAT_DO_NOT_BIND) && followsOlderThanVotedIn()) {
            tellOfLaterTerm(election.leader);
            end("it would follow an older term than one it voted in");
        }
        if (isRunning && election == null && role == Role.FOLLOWER) {
            tellThatWithin();
        }
        if (!world.has(Hole.TERMS_THAT_HAVE_ENDED) && election != null && election.canvasses()) {
            disk.openLastTerm();
        }
        if (isRunning && !world.has(Hole.FORGOTTEN_TERMS) && election != null && election.hasForgottenTerm()) {
            end("a replay that ended early has it forget the term of its log");
        }
    }

    /** As {@link WithinTerm} does. */
    private void tellThatWithin() {
        ModelDisk.Term named = disk.term(term);
        if (named != null && engine.taken > named.base() && now() >= withinSaid + INTERVAL) {
            say(leader, new Within(term));
            withinSaid = now();
        }
    }

    private void hear(Letter letter) {
        if (letter.message() instanceof AppendPosition said && said.flags() != CATCHES_UP) {
            if (world.has(Hole.LATE_BEGINS)) {
                confirmations.enter(letter.from(), said.term());
            }
            confirmations.confirm(letter.from(), said.term(), said.position());
        } else if (letter.message() instanceof CanvassPosition) {
            confirmations.forget(letter.from());
        } else if (letter.message() instanceof Within said) {
            confirmations.enter(letter.from(), said.term());
            return;
        }
        unread.add(letter);
    }

    private boolean followsOlderThanVotedIn() {
        return election != null
                && election.leader != NONE
                && election.leader != id
                && election.term < disk.candidateTerm;
    }

    /** That one begins an election by it, and this member can follow again. */
    private void tellOfLaterTerm(int earlierLeader) {
        say(earlierLeader, new RequestVote(disk.candidateTerm - 1, 0, disk.candidateTerm, earlierLeader));
    }

    private void consensus() {
        try {
            if (election == null) {
                watch();
            }
            while (isRunning && !unread.isEmpty() && (election == null || !election.isBlocked)) {
                read(unread.poll());
            }
            if (election != null) {
                election.turn();
            } else if (isRunning) {
                work();
            }
        } catch (GivenUp e) {
            if (election != null) {
                election.fail(e);
            }
        }
    }

    // What the archive does.

    boolean reads(Stream from) {
        ModelMember sender = world.members[from.leader];
        return sender.isRunning
                && sender.starts == from.start
                && !sender.isPaused()
                && world.network.isOpen(from.leader, id);
    }

    boolean isPaused() {
        return pausedUntil > now();
    }

    private void record() {
        if (stream != null && records) {
            record(stream, stream.end());
        } else if (image != null && records && reads(image)) {
            boolean isAllSent = isLiveAdded || image.isClosed;
            record(image, isAllSent ? image.end() : Math.min(image.end(), world.members[image.leader].disk.forced));
        }
        if (random.nextInt(4) > 0) {
            disk.force();
        }
    }

    private void record(Stream from, int end) {
        while (disk.written < end && random.nextInt(3) > 0) {
            disk.append(from.get(disk.written));
        }
    }

    private void leaveLog() {
        if (stream != null) {
            stream.isClosed = true;
        }
        stream = null;
        image = null;
        isCatchupAdded = false;
        isLiveAdded = false;
        records = false;
    }

    /** As {@code prepareForNewLeadership}; the recording is stopped, and so all of it forced. */
    int prepareForNewLeadership(int logPosition) {
        role = Role.FOLLOWER;
        engine.close();
        if (records && random.nextBoolean()) {
            record();
        }
        leaveLog();
        disk.force();
        commit = logPosition;
        lastAppend = disk.written;
        return disk.written;
    }

    void truncateLogEntry(int logTerm, int position) {
        say(() -> "truncates from " + disk.written + " to " + position);
        disk.truncate(logTerm, position);
        adapter = Math.min(adapter, position);
    }

    // Messages.

    private void read(Letter letter) {
        int from = letter.from();
        Message message = letter.message();
        if (message instanceof CanvassPosition said) {
            onCanvassPosition(from, said);
        } else if (message instanceof RequestVote said) {
            onRequestVote(said);
        } else if (message instanceof Vote said) {
            if (election != null) {
                election.onVote(from, said);
            }
        } else if (message instanceof NewLeadershipTerm said) {
            onNewLeadershipTerm(from, said);
        } else if (message instanceof AppendPosition said) {
            onAppendPosition(from, said);
        } else if (message instanceof CommitPosition said) {
            onCommitPosition(from, said);
        } else if (message instanceof CatchupPosition said) {
            peers[from].isServed |= said.term() <= term && role == Role.LEADER;
        } else if (message instanceof StopCatchup said && said.term() == term) {
            isCatchupAdded = false;
        }
    }

    private void onCanvassPosition(int from, CanvassPosition said) {
        if (election != null) {
            election.onCanvassPosition(from, said);
        } else if (role == Role.LEADER && said.logTerm() <= term) {
            updateMemberLogPosition(from, said.logTerm(), said.position());
            peers[from].isServed = false;
            int base = disk.term(term).base();
            ModelDisk.Term next = disk.term(said.logTerm() + 1);
            boolean isOlder = said.logTerm() < term;
            say(
                    from,
                    new NewLeadershipTerm(
                            said.logTerm(),
                            isOlder ? next == null ? term : next.id() : NONE,
                            isOlder ? next == null ? base : next.base() : NONE,
                            isOlder && next != null ? next.end() : NONE,
                            term,
                            base,
                            stream.end(),
                            commit,
                            stream));
        }
    }

    private void onRequestVote(RequestVote said) {
        if (election != null) {
            election.onRequestVote(said);
        } else if (said.candidateTerm() > term) {
            enterElection(NONE, "unexpected vote request");
        }
    }

    private void onNewLeadershipTerm(int from, NewLeadershipTerm said) {
        if (said.term() >= term) {
            leaderHeard = now();
        }
        if (election != null) {
            election.onNewLeadershipTerm(from, said);
        } else if (role == Role.FOLLOWER && said.term() == term && from == leader) {
            notifiedCommit = Math.max(notifiedCommit, said.commit());
            logUpdated = now();
        } else if (said.term() > term) {
            enterElection(NONE, "unexpected new leadership term");
        }
    }

    private void onAppendPosition(int from, AppendPosition said) {
        if (election != null) {
            election.onAppendPosition(from, said);
        } else if (said.term() <= term && role == Role.LEADER) {
            updateMemberLogPosition(from, said.term(), said.position());
            trackCatchupCompletion(from, said);
        }
    }

    void updateMemberLogPosition(int member, int itsTerm, int position) {
        peers[member].term = itsTerm;
        peers[member].position = position;
        peers[member].heard = now();
    }

    void trackCatchupCompletion(int from, AppendPosition said) {
        boolean catchesUp = peers[from].isServed || (said.flags() & CATCHES_UP) != 0;
        if (catchesUp && stream != null && peers[from].position >= stream.end()) {
            peers[from].isServed = false;
            say(from, new StopCatchup(said.term()));
        }
    }

    private void onCommitPosition(int from, CommitPosition said) {
        if (said.term() >= term) {
            leaderHeard = now();
        }
        if (election != null) {
            election.onCommitPosition(from, said);
        } else if (said.term() == term) {
            if (leader == from && role == Role.FOLLOWER) {
                notifiedCommit = Math.max(notifiedCommit, said.position());
                logUpdated = now();
            }
        } else if (said.term() > term) {
            enterElection(NONE, "unexpected commit position from new leader");
        }
    }

    // Time.

    boolean isLeaderSilent() {
        return now() >= leaderHeard + TIMEOUT;
    }

    private void watch() {
        if (role == Role.LEADER && !hasActiveQuorum()) {
            enterElection(NONE, "inactive follower quorum");
        } else if (role == Role.FOLLOWER && now() >= logUpdated + TIMEOUT) {
            enterElection(NONE, "leader heartbeat timeout");
        }
    }

    private boolean hasActiveQuorum() {
        int active = 0;
        for (Peer peer : peers) {
            active += peer.isActive(now()) ? 1 : 0;
        }
        return active >= quorum();
    }

    int quorum() {
        return peers.length / 2 + 1;
    }

    private void work() {
        if (role == Role.LEADER) {
            if (engine.offers() && world.isBusy()) {
                stream.entries.add(engine.offer(term));
            }
            updateLeaderPosition(disk.forced, quorumPosition(disk.forced));
            return;
        }
        poll(Math.min(notifiedCommit, disk.forced));
        commit = Math.max(commit, adapter);
        if (image.isClosed && disk.written >= image.end() && reads(image)) {
            enterElection(leader, "log disconnected from leader");
            return;
        }
        updateFollowerPosition(leader, disk.forced, 0);
    }

    private void poll(int limit) {
        while (adapter < limit) {
            replay(disk.get(adapter++));
        }
    }

    /** As {@code onReplayNewLeadershipTermEvent}. */
    void replay(Entry entry) {
        if (entry.beginsTerm()) {
            term = entry.term;
            if (election != null) {
                election.onReplayNewLeadershipTermEvent(entry, adapter);
            }
        }
    }

    int updateLeaderPosition(int append, int quorumPosition) {
        peers[id].position = append;
        peers[id].heard = now();
        if (quorumPosition > commit || now() >= logUpdated + INTERVAL) {
            sayToAll(new CommitPosition(term, quorumPosition));
            commit = Math.max(commit, quorumPosition);
            logUpdated = now();
        }
        return quorumPosition;
    }

    void publishCommitPosition(int position, int inTerm) {
        sayToAll(new CommitPosition(inTerm, position));
    }

    /** What Aeron takes for confirmed: of whichever term, by whichever message. */
    int quorumPosition(int append) {
        int[] ranked = new int[peers.length];
        for (int at = 0; at < ranked.length; at++) {
            ranked[at] = peers[at].isActive(now()) ? Math.max(0, peers[at].position) : 0;
        }
        Arrays.sort(ranked);
        return Math.min(append, ranked[ranked.length - quorum()]);
    }

    private void updateFollowerPosition(int to, int append, int flags) {
        int position = Math.max(append, lastAppend);
        if (position > lastAppend || now() >= appendSaid + INTERVAL) {
            world.promises.confirms(this, term, position);
            say(to, new AppendPosition(term, position, flags));
            if (position > lastAppend) {
                lastAppend = position;
                appendMoved = now();
            }
            appendSaid = now();
        }
    }

    // What an election asks for.

    void catchupInitiated() {
        appendMoved = now();
        appendSaid = now();
    }

    void catchupPoll(int limit) {
        poll(Math.min(disk.forced, limit));
        updateFollowerPosition(election.leader, disk.forced, CATCHES_UP);
        commit = Math.max(commit, adapter);
        if (now() > appendMoved + TIMEOUT) {
            throw new GivenUp("no catchup progress");
        }
    }

    /** It records the leader's log from here on. */
    void joinLog(Stream from, int position) {
        records = true;
        adapter = position;
        lastAppend = position;
        appendMoved = now();
        if (from.leader != id) {
            image = from;
        }
    }

    void addStream() {
        stream = new Stream(id, starts, disk.copy());
    }

    void appendNewLeadershipTermEvent(int position) {
        stream.entries.add(new Entry(term, position));
    }

    void electionComplete() {
        term = election.term;
        boolean leads = role == Role.LEADER;
        logUpdated = leads ? now() - INTERVAL : now();
        appendMoved = now();
        appendSaid = now();
        notifiedCommit = Math.max(notifiedCommit, election.logPosition);
        commit = election.logPosition;
        leader = election.leader;
        election = null;
        if (leads) {
            world.promises.leads(this);
        }
    }

    private void enterElection(int gracefulLeader, String why) {
        say(() -> "elects: " + why);
        role = Role.FOLLOWER;
        ModelDisk.Term named = disk.term(term);
        int base = named == null ? 0 : named.base();
        election = new ModelElection(this, false, gracefulLeader, term, base, commit, disk.forced);
        election.turn();
    }

    @Override
    public String toString() {
        return "member " + id + (isRunning ? "" : " (down)") + ": " + role + " in term " + term + ", commit " + commit
                + ", disk " + disk + (election == null ? "" : ", " + election);
    }
}
