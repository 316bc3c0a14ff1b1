package bankroll.cluster;

import static io.aeron.cluster.ElectionState.CANDIDATE_BALLOT;
import static io.aeron.cluster.ElectionState.CANVASS;
import static io.aeron.cluster.ElectionState.CLOSED;
import static io.aeron.cluster.ElectionState.FOLLOWER_BALLOT;
import static io.aeron.cluster.ElectionState.FOLLOWER_CATCHUP;
import static io.aeron.cluster.ElectionState.FOLLOWER_CATCHUP_AWAIT;
import static io.aeron.cluster.ElectionState.FOLLOWER_CATCHUP_INIT;
import static io.aeron.cluster.ElectionState.FOLLOWER_LOG_AWAIT;
import static io.aeron.cluster.ElectionState.FOLLOWER_LOG_INIT;
import static io.aeron.cluster.ElectionState.FOLLOWER_LOG_REPLICATION;
import static io.aeron.cluster.ElectionState.FOLLOWER_READY;
import static io.aeron.cluster.ElectionState.FOLLOWER_REPLAY;
import static io.aeron.cluster.ElectionState.INIT;
import static io.aeron.cluster.ElectionState.LEADER_INIT;
import static io.aeron.cluster.ElectionState.LEADER_LOG_REPLICATION;
import static io.aeron.cluster.ElectionState.LEADER_READY;
import static io.aeron.cluster.ElectionState.LEADER_REPLAY;
import static io.aeron.cluster.ElectionState.NOMINATE;

import bankroll.cluster.ModelDisk.Entry;
import bankroll.cluster.ModelDisk.Term;
import bankroll.cluster.ModelMember.GivenUp;
import bankroll.cluster.ModelMember.Peer;
import bankroll.cluster.ModelMember.Stream;
import bankroll.cluster.ModelNetwork.Message.AppendPosition;
import bankroll.cluster.ModelNetwork.Message.CanvassPosition;
import bankroll.cluster.ModelNetwork.Message.CatchupPosition;
import bankroll.cluster.ModelNetwork.Message.CommitPosition;
import bankroll.cluster.ModelNetwork.Message.NewLeadershipTerm;
import bankroll.cluster.ModelNetwork.Message.RequestVote;
import bankroll.cluster.ModelNetwork.Message.Vote;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.service.Cluster.Role;

/** An election that a member of the model takes part in: what Aeron 1.51's {@code Election} does, method by method. */
final class ModelElection {
    private static final int NONE = ModelDisk.NONE;
    private static final int TIMEOUT = ModelMember.TIMEOUT;
    private static final int INTERVAL = ModelMember.INTERVAL;
    private static final int BALLOT = TIMEOUT / 2;
    private static final int STARTUP = 4 * TIMEOUT;
    private static final int LONG_AGO = -1_000_000;
    /** {@link Standstill}, in ticks. */
    private static final int OVERTAKEN = 100;

    private static final int NEAR = 2;

    private final ModelMember me;
    private final boolean isNodeStartup;
    private final int initialLogTerm;
    private final int initialBase;
    private ElectionState state = INIT;
    private boolean isFirstInit = true;
    private boolean isExtendedCanvass;
    private int gracefulLeader;
    private long changed;
    private long said = LONG_AGO;
    private long saidCommit = LONG_AGO;
    private long nominatesAt;
    private long replicationDeadline;
    private int append;
    private int notifiedCommit;
    private int catchupJoin = NONE;
    private int replicationTerm;
    private int replicationStop;
    private int replicationBase;
    private int logTerm;
    private int candidateTerm;
    private int publishedCommit;
    private int publishedAppend;
    private Stream stream;
    private Replication replication;
    private int replayEnd = NONE;
    int leader = NONE;
    int term;
    int logPosition;
    /** It waits for its service, and hears nobody. */
    boolean isBlocked;

    ModelElection(
            ModelMember me,
            boolean isNodeStartup,
            int gracefulLeader,
            int term,
            int base,
            int logPosition,
            int append) {
        this.me = me;
        this.isNodeStartup = isNodeStartup;
        this.isExtendedCanvass = isNodeStartup;
        this.gracefulLeader = gracefulLeader;
        this.initialLogTerm = term;
        this.initialBase = base;
        this.term = term;
        this.logTerm = term;
        this.candidateTerm = term;
        this.logPosition = logPosition;
        this.append = append;
        this.changed = me.now();
    }

    /** The leader's log read from its archive. */
    private final class Replication {
        private final ModelMember source = me.world.members[leader];
        private final int starts = source.starts;
        private final int cuts = source.disk.cuts;
        private int position = append;
        private long moved = me.now();
        private boolean hasEnded;

        void turn() {
            boolean isThere = source.isRunning
                    && source.starts == starts
                    && source.disk.cuts == cuts
                    && !source.isPaused()
                    && me.world.network.isOpen(leader, me.id)
                    && me.world.network.isOpen(me.id, leader);
            while (isThere && position < Math.min(replicationStop, source.disk.forced) && me.random.nextInt(3) > 0) {
                me.disk.append(source.disk.get(position++));
                me.disk.force();
                moved = me.now();
            }
            hasEnded |= position >= replicationStop || !isThere && me.random.nextInt(TIMEOUT) == 0;
            if (!hasEnded && me.now() >= moved + TIMEOUT) {
                throw new GivenUp("log replication has not progressed");
            }
        }
    }

    void turn() {
        switch (state) {
            case INIT -> init();
            case CANVASS -> canvass();
            case NOMINATE -> nominate();
            case CANDIDATE_BALLOT -> candidateBallot();
            case FOLLOWER_BALLOT -> followerBallot();
            case LEADER_LOG_REPLICATION -> leaderLogReplication();
            case LEADER_REPLAY -> leaderReplay();
            case LEADER_INIT -> leaderInit();
            case LEADER_READY -> leaderReady();
            case FOLLOWER_LOG_REPLICATION -> followerLogReplication();
            case FOLLOWER_REPLAY -> followerReplay();
            case FOLLOWER_CATCHUP_INIT -> followerCatchupInit();
            case FOLLOWER_CATCHUP_AWAIT -> followerCatchupAwait();
            case FOLLOWER_CATCHUP -> followerCatchup();
            case FOLLOWER_LOG_INIT -> followerLogInit();
            case FOLLOWER_LOG_AWAIT -> followerLogAwait();
            case FOLLOWER_READY -> followerReady();
            case CLOSED -> {}
        }
    }

    /** As {@code handleError}. */
    void fail(GivenUp why) {
        me.say(() -> "begins anew: " + why.getMessage());
        logPosition = me.commit;
        isBlocked = false;
        state(INIT);
    }

    void onCanvassPosition(int from, CanvassPosition heard) {
        if (state == INIT) {
            return;
        }
        if (from == gracefulLeader) {
            gracefulLeader = NONE;
        }
        me.updateMemberLogPosition(from, heard.logTerm(), heard.position());
        if (heard.logTerm() < term) {
            if (me.role == Role.LEADER) {
                publishNewLeadershipTerm(from, heard.logTerm(), me.quorumPosition(append));
            }
        } else if (heard.logTerm() > term && (state == LEADER_LOG_REPLICATION || state == LEADER_READY)) {
            throw new GivenUp("potential new election in progress");
        }
    }

    void onRequestVote(RequestVote asked) {
        if (state == INIT || asked.candidate() == me.id) {
            return;
        }
        if (asked.candidateTerm() <= candidateTerm) {
            placeVote(asked, false);
        } else if (compareLog(logTerm, append, asked.logTerm(), asked.position()) > 0) {
            candidateTerm = proposeMaxCandidateTerm(asked.candidateTerm());
            placeVote(asked, false);
            if (me.role == Role.LEADER) {
                publishNewLeadershipTerm(asked.candidate(), asked.logTerm(), me.quorumPosition(append));
            }
        } else if (state == CANVASS || state == NOMINATE || state == CANDIDATE_BALLOT || state == FOLLOWER_BALLOT) {
            candidateTerm = proposeMaxCandidateTerm(asked.candidateTerm());
            placeVote(asked, true);
            state(FOLLOWER_BALLOT);
        }
    }

    void onVote(int from, Vote vote) {
        if (state == CANDIDATE_BALLOT && vote.candidateTerm() == candidateTerm && vote.candidate() == me.id) {
            me.peers[from].voteTerm = candidateTerm;
            me.peers[from].vote = vote.isGiven();
            me.updateMemberLogPosition(from, vote.logTerm(), vote.position());
        }
    }

    void onNewLeadershipTerm(int from, NewLeadershipTerm news) {
        if (state == INIT) {
            return;
        }
        if (from == gracefulLeader) {
            gracefulLeader = NONE;
        }
        boolean isAwaited = (state == FOLLOWER_BALLOT || state == CANDIDATE_BALLOT) && news.term() == candidateTerm;
        if (isAwaited || state == CANVASS) {
            if (news.logTerm() == logTerm) {
                follow(from, news);
            } else {
                state(CANVASS);
            }
        }
        if (state == FOLLOWER_LOG_REPLICATION && news.logTerm() == logTerm && leader == from) {
            replicationDeadline = me.now() + TIMEOUT;
        }
    }

    private void follow(int from, NewLeadershipTerm news) {
        requireFittingFrames(from, news.nextBase() == NONE ? append : Math.min(append, news.nextBase()));
        if (news.nextBase() != NONE && news.nextBase() < append) {
            me.truncateLogEntry(logTerm, news.nextBase());
            append = news.nextBase();
            throw new GivenUp("truncating");
        }
        leader = from;
        term = news.term();
        candidateTerm = Math.max(term, candidateTerm);
        stream = news.stream();
        catchupJoin = append < news.position() ? news.position() : NONE;
        notifiedCommit = Math.max(notifiedCommit, news.commit());
        if (append >= news.base()) {
            state(FOLLOWER_REPLAY);
        } else if (news.nextTerm() == NONE) {
            throw new GivenUp("invalid newLeadershipTerm");
        } else if (append < news.nextBase()) {
            replicate(logTerm, NONE, news.nextBase());
        } else if (append == news.nextBase() && news.nextEnd() != NONE) {
            replicate(news.nextTerm(), news.nextBase(), news.nextEnd());
        }
    }

    /** Where two logs aren't the same, mostly no fragment of the one begins where the other's ends: an archive refuses that. */
    private void requireFittingFrames(int from, int position) {
        ModelDisk other = me.world.members[from].disk;
        boolean differs =
                position > 0 && position <= other.written && me.disk.get(position - 1) != other.get(position - 1);
        if (differs && !me.world.framesFit) {
            throw new GivenUp(position + " position not aligned to a data header");
        }
    }

    private void replicate(int ofTerm, int base, int end) {
        replicationTerm = ofTerm;
        replicationBase = base;
        replicationStop = end;
        state(FOLLOWER_LOG_REPLICATION);
    }

    /** A replay of older terms makes its log one of an older term; it votes and truncates by that, if it isn't over. */
    boolean hasForgottenTerm() {
        Term last = me.disk.lastTerm();
        return (state == CANVASS || state == INIT) && last != null && logTerm < last.id();
    }

    boolean canvasses() {
        return state == CANVASS;
    }

    void onAppendPosition(int from, AppendPosition heard) {
        if (state != INIT && heard.term() <= term) {
            me.updateMemberLogPosition(from, heard.term(), heard.position());
            me.trackCatchupCompletion(from, heard);
        }
    }

    void onCommitPosition(int from, CommitPosition heard) {
        if (state == INIT) {
            return;
        }
        if (leader == from) {
            notifiedCommit = Math.max(notifiedCommit, heard.position());
            if (state == FOLLOWER_LOG_REPLICATION) {
                replicationDeadline = me.now() + TIMEOUT;
            }
        } else if (heard.term() > term && state == LEADER_READY) {
            throw new GivenUp("new leader detected due to commit position");
        }
    }

    void onReplayNewLeadershipTermEvent(Entry begin, int position) {
        if (state == FOLLOWER_CATCHUP || state == FOLLOWER_REPLAY) {
            me.disk.name(initialLogTerm, initialBase, begin.term, begin.base, NONE);
            logPosition = position;
            logTerm = begin.term;
        }
    }

    private void init() {
        if (!isFirstInit || !isNodeStartup) {
            append = me.prepareForNewLeadership(logPosition);
        }
        if (!isFirstInit) {
            replication = null;
            replicationDeadline = 0;
            publishedCommit = 0;
            catchupJoin = NONE;
            for (Peer peer : me.peers) {
                peer.isServed = false;
            }
            stream = null;
            stopReplay();
        }
        isFirstInit = false;
        notifiedCommit = 0;
        candidateTerm = Math.max(me.disk.candidateTerm, term);
        state(CANVASS);
    }

    private void canvass() {
        publishCanvassPosition();
        boolean isTime = isExtendedCanvass ? me.now() >= changed + STARTUP : me.isLeaderSilent();
        if (isUnanimousCandidate() || isTime && isQuorumCandidate()) {
            nominatesAt = me.now() + me.random.nextInt(BALLOT / 2 + 1);
            state(NOMINATE);
        }
    }

    private void publishCanvassPosition() {
        for (int to = 0; to < me.peers.length; to++) {
            if (to != me.id) {
                me.say(to, new CanvassPosition(logTerm, append, term));
            }
        }
    }

    private void nominate() {
        if (me.now() < nominatesAt) {
            publishCanvassPosition();
            return;
        }
        candidateTerm = proposeMaxCandidateTerm(candidateTerm + 1);
        for (Peer peer : me.peers) {
            peer.vote = null;
            peer.voteTerm = NONE;
            peer.isBallotSent = false;
        }
        me.peers[me.id].vote = true;
        me.peers[me.id].voteTerm = candidateTerm;
        me.peers[me.id].isBallotSent = true;
        state(CANDIDATE_BALLOT);
    }

    private void candidateBallot() {
        boolean isOver = me.now() >= changed + BALLOT;
        if (isUnanimousLeader() || isOver && isQuorumLeader()) {
            leader = me.id;
            term = candidateTerm;
            state(LEADER_LOG_REPLICATION);
        } else if (isOver) {
            state(CANVASS);
        } else {
            for (int to = 0; to < me.peers.length; to++) {
                if (!me.peers[to].isBallotSent) {
                    me.peers[to].isBallotSent = true;
                    me.say(to, new RequestVote(logTerm, append, candidateTerm, me.id));
                }
            }
        }
    }

    private void followerBallot() {
        if (me.now() >= changed + BALLOT) {
            state(CANVASS);
        }
    }

    private void leaderLogReplication() {
        me.peers[me.id].position = append;
        me.peers[me.id].heard = me.now();
        int quorumPosition = me.quorumPosition(append);
        publishAsLeader(quorumPosition);
        if (quorumPosition >= append) {
            state(LEADER_REPLAY);
        } else if (me.now() >= changed + OVERTAKEN) {
            me.end("chosen to lead, and overtaken");
        }
    }

    private void leaderReplay() {
        if (replayEnd == NONE && logPosition == append) {
            state(LEADER_INIT);
        } else if (isReplayed(append)) {
            logPosition = append;
            state(LEADER_INIT);
        }
        me.peers[me.id].term = term;
        me.peers[me.id].position = append;
        me.peers[me.id].heard = me.now();
        publishAsLeader(me.quorumPosition(append));
    }

    /** Reads the own log; the engine takes it as a follower. */
    private boolean isReplayed(int end) {
        if (replayEnd == NONE) {
            isBlocked = !me.engine.join(logPosition, end, false);
            if (isBlocked) {
                return false;
            }
            replayEnd = end;
            me.adapter = logPosition;
        }
        while (me.adapter < replayEnd && me.random.nextInt(4) > 0) {
            me.replay(me.disk.get(me.adapter++));
            me.commit = Math.max(me.commit, me.adapter);
        }
        if (me.adapter < replayEnd) {
            return false;
        }
        stopReplay();
        return true;
    }

    private void leaderInit() {
        if (logPosition != append) {
            me.end("its log ends at " + append + ", not " + logPosition);
            return;
        }
        isBlocked = !me.engine.join(logPosition, Integer.MAX_VALUE, true);
        if (!isBlocked) {
            me.term = term;
            me.joinLog(stream, logPosition);
            updateRecordingLog();
            state(LEADER_READY);
        }
    }

    private void leaderReady() {
        int quorumPosition = me.updateLeaderPosition(append, me.quorumPosition(append));
        publishNewLeadershipTermOnInterval(quorumPosition);
        if (hasQuorumAtPosition()) {
            me.appendNewLeadershipTermEvent(logPosition);
            me.electionComplete();
        }
    }

    private void followerLogReplication() {
        if (replication == null) {
            if (append < replicationStop) {
                replication = new Replication();
                replicationDeadline = me.now() + TIMEOUT;
            } else {
                updateRecordingLogForReplication();
            }
            return;
        }
        replication.turn();
        publishFollowerReplicationPosition();
        if (replication.hasEnded) {
            if (notifiedCommit >= append) {
                append = replication.position;
                replication = null;
                replicationDeadline = 0;
                publishedCommit = 0;
                updateRecordingLogForReplication();
            } else if (me.now() >= replicationDeadline) {
                throw new GivenUp("timeout awaiting commit position");
            }
        }
    }

    private void updateRecordingLogForReplication() {
        int base = replicationBase == NONE ? initialBase : replicationBase;
        me.disk.name(initialLogTerm, initialBase, replicationTerm, base, replicationStop);
        logTerm = replicationTerm;
        state(CANVASS);
    }

    private void publishFollowerReplicationPosition() {
        int position = replication.position;
        if (position > append || position == append && me.now() >= said + INTERVAL) {
            me.say(leader, new AppendPosition(term, position, 0));
            append = position;
            said = me.now();
        }
    }

    private void followerReplay() {
        if (replayEnd == NONE && logPosition >= append) {
            state(catchupJoin == NONE ? FOLLOWER_LOG_INIT : FOLLOWER_CATCHUP_INIT);
        } else if (replayEnd == NONE && notifiedCommit == 0) {
            publishFollowerAppendPosition();
        } else if (replayEnd == NONE && logPosition >= notifiedCommit) {
            state(CANVASS);
        } else if (isReplayed(replayEnd == NONE ? Math.min(append, notifiedCommit) : replayEnd)) {
            logPosition = me.adapter;
            boolean isAll = logPosition == append;
            state(!isAll ? CANVASS : catchupJoin == NONE ? FOLLOWER_LOG_INIT : FOLLOWER_CATCHUP_INIT);
        }
    }

    private void publishFollowerAppendPosition() {
        if (publishedAppend != append || me.now() >= said + INTERVAL) {
            me.say(leader, new AppendPosition(term, append, 0));
            publishedAppend = append;
            said = me.now();
        }
    }

    private void followerCatchupInit() {
        me.isCatchupAdded = true;
        me.say(leader, new CatchupPosition(term, logPosition));
        me.catchupInitiated();
        state(FOLLOWER_CATCHUP_AWAIT);
    }

    private void followerCatchupAwait() {
        boolean isServed = me.world.members[leader].peers[me.id].isServed && me.reads(stream) && !stream.isClosed;
        if (isServed && hasJoined()) {
            state(FOLLOWER_CATCHUP);
        } else {
            requireInTime("failed to join catchup log");
        }
    }

    private boolean hasJoined() {
        if (me.disk.written != logPosition) {
            throw new GivenUp("its log ends at " + me.disk.written + ", not " + logPosition);
        }
        isBlocked = !me.engine.join(logPosition, Integer.MAX_VALUE, false);
        if (!isBlocked) {
            me.joinLog(stream, logPosition);
        }
        return !isBlocked;
    }

    private void requireInTime(String why) {
        if (!isBlocked && me.now() >= changed + TIMEOUT) {
            throw new GivenUp(why);
        }
    }

    private void followerCatchup() {
        me.catchupPoll(notifiedCommit);
        me.isLiveAdded |= me.disk.written >= Math.max(catchupJoin, notifiedCommit) - NEAR;
        if (me.commit >= catchupJoin && me.commit >= notifiedCommit && !me.isCatchupAdded) {
            append = me.commit;
            logPosition = me.commit;
            state(FOLLOWER_LOG_INIT);
        }
    }

    private void followerLogInit() {
        state(me.image == null ? FOLLOWER_LOG_AWAIT : FOLLOWER_READY);
    }

    private void followerLogAwait() {
        if (me.reads(stream) && !stream.isClosed) {
            if (stream.end() != logPosition && !isBlocked) {
                throw new GivenUp("joinPosition=" + stream.end() + ", logPosition=" + logPosition);
            }
            if (hasJoined()) {
                me.isLiveAdded = true;
                updateRecordingLog();
                state(FOLLOWER_READY);
                return;
            }
        }
        requireInTime("failed to join live log");
    }

    private void followerReady() {
        me.say(leader, new AppendPosition(term, logPosition, 0));
        me.electionComplete();
    }

    private void updateRecordingLog() {
        me.disk.name(initialLogTerm, initialBase, term, logPosition, NONE);
        logTerm = term;
    }

    private void placeVote(RequestVote asked, boolean isGiven) {
        me.say(asked.candidate(), new Vote(asked.candidateTerm(), logTerm, append, asked.candidate(), isGiven));
    }

    private int proposeMaxCandidateTerm(int proposed) {
        me.disk.candidateTerm = Math.max(me.disk.candidateTerm, proposed);
        return me.disk.candidateTerm;
    }

    private void publishAsLeader(int quorumPosition) {
        publishNewLeadershipTermOnInterval(quorumPosition);
        boolean isAgain = publishedCommit == quorumPosition && me.now() >= saidCommit + INTERVAL;
        if (publishedCommit < quorumPosition || isAgain) {
            saidCommit = me.now();
            publishedCommit = quorumPosition;
            me.publishCommitPosition(quorumPosition, term);
        }
    }

    private void publishNewLeadershipTermOnInterval(int quorumPosition) {
        if (me.now() >= said + INTERVAL) {
            said = me.now();
            for (int to = 0; to < me.peers.length; to++) {
                publishNewLeadershipTerm(to, logTerm, quorumPosition);
            }
        }
    }

    private void publishNewLeadershipTerm(int to, int itsLogTerm, int quorumPosition) {
        if (to == me.id || stream == null) {
            return;
        }
        Term next = me.disk.term(itsLogTerm + 1);
        int nextEnd = next == null ? NONE : next.end() == NONE ? append : next.end();
        me.say(
                to,
                new NewLeadershipTerm(
                        itsLogTerm,
                        next == null ? term : next.id(),
                        next == null ? append : next.base(),
                        nextEnd,
                        term,
                        append,
                        append,
                        quorumPosition,
                        stream));
    }

    private void state(ElectionState next) {
        if (next == state) {
            return;
        }
        isExtendedCanvass &= state != CANVASS;
        switch (next) {
            case CANVASS -> {
                resetMembers();
                me.role = Role.FOLLOWER;
            }
            case CANDIDATE_BALLOT -> me.role = Role.CANDIDATE;
            case LEADER_LOG_REPLICATION -> {
                me.role = Role.LEADER;
                me.addStream();
                stream = me.stream;
            }
            case FOLLOWER_LOG_REPLICATION, FOLLOWER_REPLAY -> me.role = Role.FOLLOWER;
            default -> {}
        }
        me.say(() -> "to " + next + " from " + this);
        state = next;
        changed = me.now();
        said = LONG_AGO;
        saidCommit = LONG_AGO;
    }

    private void resetMembers() {
        for (Peer peer : me.peers) {
            peer.reset();
        }
        me.peers[me.id].term = term;
        me.peers[me.id].position = append;
        leader = NONE;
    }

    private void stopReplay() {
        replayEnd = NONE;
        publishedAppend = 0;
        me.engine.close();
    }

    // What ClusterMember counts.

    private boolean willVoteForMe(Peer peer) {
        Peer own = me.peers[me.id];
        return peer.position != NONE && compareLog(peer.term, peer.position, own.term, own.position) <= 0;
    }

    private static int compareLog(int leftTerm, int left, int rightTerm, int right) {
        return leftTerm == rightTerm ? Integer.compare(left, right) : Integer.compare(leftTerm, rightTerm);
    }

    private boolean isUnanimousCandidate() {
        int votes = 0;
        for (int at = 0; at < me.peers.length; at++) {
            if (at != gracefulLeader) {
                if (!willVoteForMe(me.peers[at])) {
                    return false;
                }
                votes++;
            }
        }
        return votes >= me.quorum();
    }

    private boolean isQuorumCandidate() {
        int votes = 0;
        for (Peer peer : me.peers) {
            votes += willVoteForMe(peer) ? 1 : 0;
        }
        return votes >= me.quorum();
    }

    private boolean isUnanimousLeader() {
        int votes = 0;
        for (int at = 0; at < me.peers.length; at++) {
            if (at != gracefulLeader) {
                Peer peer = me.peers[at];
                if (peer.voteTerm != candidateTerm || !Boolean.TRUE.equals(peer.vote)) {
                    return false;
                }
                votes++;
            }
        }
        return votes >= me.quorum();
    }

    private boolean isQuorumLeader() {
        int votes = 0;
        for (Peer peer : me.peers) {
            if (peer.voteTerm == candidateTerm && peer.vote != null) {
                if (!peer.vote) {
                    return false;
                }
                votes++;
            }
        }
        return votes >= me.quorum();
    }

    private boolean hasQuorumAtPosition() {
        int there = 0;
        for (Peer peer : me.peers) {
            there += peer.isActive(me.now()) && peer.term == term && peer.position >= logPosition ? 1 : 0;
        }
        return there >= me.quorum();
    }

    @Override
    public String toString() {
        return state + " of term " + term + ", log term " + logTerm + " up to " + append + ", from " + logPosition
                + ", leader " + leader + ", candidate term " + candidateTerm;
    }
}
