package bankroll.cluster;

import bankroll.cluster.ModelDisk.Entry;
import bankroll.cluster.ModelNetwork.Message.RequestVote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Members that hold Aeron's elections and replicate a log as Aeron 1.51 does, in memory and by seed, and answer by our rules (ADR
 * 31): what was answered has to be in the log of every later leader. {@code -Dseed=N} tells what happens.
 *
 * <pre>
 *   ModelElection   Aeron's Election, state by state          ModelNetwork    what members say: in order, late, or lost
 *   ModelMember     its ConsensusModuleAgent                  ModelEngine     LogService and the engine, with Confirmations
 *   ModelDisk       its archive and recording.log             Promises        what was answered, and who led
 * </pre>
 *
 * <p>A byte is a whole entry, and a tick 50 ms. Not in it: marks and seeds (a start reads the whole log), Aeron's sessions and
 * timers, the parts of long messages, {@link Nomination}'s order, clocks that differ.
 */
final class ElectionModel {
    private static final boolean IS_TRACED = Long.getLong("seed") != null;
    private static final int TICKS = 400;
    private static final int MOST_CALM_TICKS = 600;
    private static final List<MemberAddress> ADDRESSES = IntStream.range(0, 5)
            .mapToObj(member -> new MemberAddress("127.0.0.1", 20_000 + member * MemberAddress.PORTS))
            .toList();

    final RandomGenerator random;
    private final Set<Hole> open;

    final ModelNetwork network;
    final ModelMember[] members;
    final Promises promises = new Promises();
    /** Whether fragments of two logs that differ begin and end at the same bytes, so that Aeron doesn't notice. */
    final boolean framesFit;
    /** One fault in so many ticks. */
    private final int rareness;
    /** One booking in so many turns of a leader. */
    private final int idleness;
    /** One turn in so many doesn't come. */
    private final int laziness;

    private boolean isCalm;

    /** What loses answered bookings; closed unless a test opens it. */
    enum Hole {
        /** A leader takes and answers what Aeron holds confirmed, whatever {@link Confirmations} cover. */
        AERONS_OWN_COMMIT,
        /** What waits is not refused when a lead ends: it may be answered in the election. */
        ANSWERS_WITHIN_ELECTIONS,
        /** A member follows, and confirms in, a term older than one that it voted in (ADR 33). */
        VOTES_THAT_DO_NOT_BIND,
        /** A member goes on whose replay of its log was broken off in an older term ({@link ForgottenTerm}, ADR 34). */
        FORGOTTEN_TERMS,
        /** In recording.log a term that goes on has the end at which the log was cut off once ({@link OpenTerm}, ADR 34). */
        TERMS_THAT_HAVE_ENDED,
        /** A leader counts also who may still cut off all of its term, when he hears late that it begins ({@link WithinTerm}). */
        LATE_BEGINS,
        /** A leader counts also who hasn't shown that its journal is the leader's up to the term (ADR 37). */
        UNPROVED_JOURNALS
    }

    /** Who was answered by what, and who led with which log. */
    final class Promises {
        private final List<Entry> told = new ArrayList<>();
        /** Of each entry, the term in which somebody was answered by it. */
        private final List<Integer> toldIn = new ArrayList<>();

        private final Map<Integer, Entry[]> led = new HashMap<>();
        int answers;

        void answered(ModelMember by, int position, Entry entry) {
            answers++;
            say(by.id, () -> "answers by " + position + " in term " + entry.term);
            int known = Math.min(position, told.size());
            for (int at = by.disk.compared; at < known; at++) {
                require(by.disk.get(at).isAs(told.get(at)), () -> by + " answers by another log than others did");
            }
            for (int at = known; at < position; at++) {
                told.add(by.disk.get(at));
                toldIn.add(entry.term);
            }
            by.disk.compared = position;
            led.forEach((term, log) -> requireTold(known, term, log));
        }

        void leads(ModelMember member) {
            say(member.id, () -> "leads in term " + member.term);
            Entry[] log = member.disk.copy();
            require(led.put(member.term, log) == null, () -> "two lead in term " + member.term);
            requireTold(0, member.term, log);
        }

        /** Who follows or catches up has the term in its list of leaders by then: a power cut must not make it an older one. */
        void confirms(ModelMember by, int term, int position) {
            Entry[] log = led.get(term);
            boolean isOfTerm = log != null && position > log.length;
            require(
                    !isOfTerm || by.disk.hasForced(term),
                    () -> by + " confirms " + position + " in term " + term
                            + ", of which its list of leaders knows nothing");
        }

        /** Whether a log has the bookings that the leader of a term had when he began. */
        boolean isOf(int term, ModelDisk disk, int base) {
            Entry[] log = led.get(term);
            return log == null
                    || IntStream.range(0, base).allMatch(at -> disk.get(at).isAs(log[at]));
        }

        private void requireTold(int from, int term, Entry[] log) {
            for (int at = from; at < told.size(); at++) {
                int position = at;
                boolean isThere = toldIn.get(at) >= term || at < log.length && log[at].isAs(told.get(at));
                require(
                        isThere,
                        () -> "somebody was answered in term " + toldIn.get(position) + " by entry " + position
                                + ", which the leader of term " + term + " lacks");
            }
        }

        private void require(boolean isSo, Supplier<String> otherwise) {
            if (!isSo) {
                throw new AssertionError(otherwise.get());
            }
        }
    }

    ElectionModel(Random seeds, Set<Hole> open) {
        random = new SplittableRandom(seeds.nextLong());
        this.open = open;
        framesFit = seeds.nextBoolean();
        int count = random.nextInt(3) == 0 ? 5 : 3;
        network = new ModelNetwork(random, count);
        members = new ModelMember[count];
        for (int id = 0; id < count; id++) {
            members[id] = new ModelMember(this, id, count);
        }
        rareness = 8 + random.nextInt(30);
        idleness = 1 + random.nextInt(5);
        laziness = 3 + random.nextInt(20);
    }

    ClusterContext context(int id) {
        return new ClusterContext()
                .members(ADDRESSES.subList(0, members.length))
                .node(id);
    }

    boolean has(Hole hole) {
        return open.contains(hole);
    }

    boolean isBusy() {
        return random.nextInt(idleness) == 0;
    }

    /** Answers that were given. */
    int run() {
        for (ModelMember member : members) {
            member.start(true);
        }
        for (int tick = 0; tick < TICKS; tick++) {
            if (random.nextInt(rareness) == 0) {
                fault();
            }
            turn();
        }
        calm();
        return promises.answers;
    }

    /** Nothing breaks any more, until somebody is answered. */
    private void calm() {
        isCalm = true;
        network.mend();
        for (ModelMember member : members) {
            member.pausedUntil = 0;
        }
        int before = promises.answers;
        for (int tick = 0; tick < MOST_CALM_TICKS && promises.answers == before; tick++) {
            turn();
        }
    }

    private void turn() {
        network.now++;
        int first = random.nextInt(members.length);
        for (int at = 0; at < members.length; at++) {
            turn(members[(first + at) % members.length]);
        }
    }

    private void turn(ModelMember member) {
        if (member.isOut) {
            return;
        }
        if (!member.isRunning) {
            if (isCalm || member.upAgain <= network.now) {
                say(member.id, () -> "starts: " + member.disk);
                member.start(member.isJournalKept);
            }
        } else if (isCalm || !member.isPaused() && random.nextInt(laziness) > 0) {
            member.turn();
        }
    }

    /** So long something lasts. */
    private int ticks() {
        int most = switch (random.nextInt(3)) {
            case 0 -> 5;
            case 1 -> 25;
            default -> 60;
        };
        return 1 + random.nextInt(most);
    }

    /** Often whoever leads. */
    private ModelMember pick() {
        if (random.nextBoolean()) {
            for (ModelMember member : members) {
                if (member.isRunning && member.leadsIn(member.term)) {
                    return member;
                }
            }
        }
        return members[random.nextInt(members.length)];
    }

    private void fault() {
        ModelMember member = pick();
        ModelMember other = members[random.nextInt(members.length)];
        int ticks = ticks();
        switch (random.nextInt(17)) {
            case 0, 1 -> down(member, false);
            case 2 -> down(member, true);
            case 3, 4 -> pause(member, ticks);
            case 5 -> cut(member, other, ticks);
            case 6 -> {
                cut(member, other, ticks);
                cut(other, member, ticks);
            }
            case 7, 8, 9 -> isolate(member, random.nextInt(3), ticks);
            case 10 -> askForElection();
            case 11, 12, 13 -> changePlaces(other);
            case 14, 15 -> network.hold(member.id, other.id, ticks);
            default -> mostGoDown();
        }
    }

    private void mostGoDown() {
        for (ModelMember member : members) {
            if (random.nextInt(4) > 0) {
                down(member, random.nextBoolean());
            }
        }
    }

    /** One goes, and all that were away come back. */
    private void changePlaces(ModelMember away) {
        network.mend();
        for (ModelMember member : members) {
            member.upAgain = network.now;
            member.pausedUntil = 0;
        }
        if (random.nextBoolean()) {
            down(away, false);
        } else {
            isolate(away, random.nextInt(3), ticks());
        }
    }

    private void pause(ModelMember member, int ticks) {
        say(member.id, () -> "stands still for " + ticks);
        member.pausedUntil = network.now + ticks;
    }

    private void cut(ModelMember from, ModelMember to, int ticks) {
        if (from != to) {
            say(from.id, () -> "does not reach " + to.id + " for " + ticks);
            network.cut(from.id, to.id, ticks);
        }
    }

    /** Cuts what it hears (0), what it says (1) or both. */
    private void isolate(ModelMember member, int ways, int ticks) {
        for (ModelMember other : members) {
            if (ways != 0) {
                cut(member, other, ticks);
            }
            if (ways != 1) {
                cut(other, member, ticks);
            }
        }
    }

    /** As {@link HandOverOrders} does. */
    private void askForElection() {
        int term = 0;
        for (ModelMember member : members) {
            term = Math.max(term, member.term);
        }
        for (ModelMember member : members) {
            network.say(pick().id, member.id, new RequestVote(term, 0, term + 1, member.id));
        }
    }

    /** A process ends, or its machine. */
    void down(ModelMember member, boolean isPowerCut) {
        if (!member.isRunning) {
            return;
        }
        say(member.id, () -> isPowerCut ? "loses its power" : "is killed");
        member.isRunning = false;
        member.isJournalKept = !isPowerCut;
        member.upAgain = network.now + ticks();
        if (isPowerCut) {
            member.disk.cutPower(random);
        } else {
            member.disk.kill(random);
        }
        network.end(member.id);
    }

    void say(int member, Supplier<String> what) {
        if (IS_TRACED) {
            System.out.println("  " + network.now + " member " + member + " " + what.get());
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(members);
    }
}
