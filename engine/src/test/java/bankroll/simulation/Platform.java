package bankroll.simulation;

import bankroll.engine.Engine;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.ledger.Answered;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Everybody who calls: sends, loses answers, sends again what is still under way, and holds every answer against the
 * model.
 */
final class Platform {
    private final Random random;
    private final History history;
    private final Told told;
    private final Hearing hearing;
    private final Answers answers;
    private final RandomCommands commands;
    private final Map<Request, Sent> inFlight = new LinkedHashMap<>();
    private final List<Command> everSent = new ArrayList<>();
    private Engine engine;

    /** Something under way. */
    private record Sent(Engine to, Command command, Question question, long known, Request request) {}

    /** What is known about an answer beside what it says. */
    interface Hearing {
        /**
         * An answer is about to be compared: the history goes to where the one who gave it stood.
         *
         * @param known the last entry that had been acknowledged when it was asked
         */
        default void before(Engine from, Request answered, long known) {}

        /** Whether nothing can take this entry away any more. */
        boolean isKept(long sequence);

        /** No time that the product may have seen is later. */
        long latestMs();
    }

    Platform(Random random, History history, Told told, Hearing hearing) {
        this.random = random;
        this.history = history;
        this.told = told;
        this.hearing = hearing;
        answers = new Answers(history);
        commands = new RandomCommands(random);
    }

    /** From now on it speaks to this one; null for nobody. What was under way is unknown. */
    void connect(Engine value) {
        engine = value;
        inFlight.clear();
    }

    /** From now on it speaks to this one; whoever was asked before may still answer. */
    void turnTo(Engine value) {
        engine = value;
    }

    /** This one is gone. What it was asked is unknown. */
    void forget(Engine gone) {
        engine = engine == gone ? null : engine;
        inFlight.values().removeIf(sent -> sent.to() == gone);
    }

    /** Does one thing. */
    void act() {
        if (engine == null || engine.hashKey() == null) {
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> send(commands.question());
            case 1, 2 -> sendAgain();
            default -> send(commands.command());
        }
    }

    private void sendAgain() {
        if (!everSent.isEmpty()) {
            int newest = everSent.size() - 1;
            boolean recent = random.nextInt(3) > 0;
            send(everSent.get(recent ? Math.max(0, newest - random.nextInt(6)) : random.nextInt(newest + 1)));
        }
    }

    /** Sends a command; false when it wasn't taken. */
    boolean send(Command command) {
        Request request = new Request(this::heard);
        int end = command.put(request.frame(), Request.COMMAND_OFFSET, engine.hashKey());
        int length = end - Request.COMMAND_OFFSET;
        Command asked = history.asked(command, request.frame(), Request.COMMAND_OFFSET, length);
        if (asked.isSentAgain()) {
            everSent.add(asked);
        }
        return submit(new Sent(engine, asked, null, told.highest(), request), end);
    }

    /** Asks a question; false when it wasn't taken. */
    boolean send(Question question) {
        Request request = new Request(this::heard);
        int end = question.put(request.frame(), Request.COMMAND_OFFSET, engine.hashKey());
        return submit(new Sent(engine, null, question, told.highest(), request), end);
    }

    private boolean submit(Sent sent, int end) {
        sent.request().commandLength(end - Request.COMMAND_OFFSET);
        inFlight.put(sent.request(), sent);
        boolean taken = engine.submit(sent.request());
        if (!taken) {
            inFlight.remove(sent.request());
        }
        return taken;
    }

    boolean waits() {
        return !inFlight.isEmpty();
    }

    /** Every command of this run that is sent again, without copies, in the order in which they were first sent. */
    List<Command> everSent() {
        return List.copyOf(new LinkedHashSet<>(everSent));
    }

    private void heard(Request request) {
        Sent sent = inFlight.remove(request);
        if (sent == null) {
            throw new AssertionError("answered twice, or after the end: " + request);
        }
        hearing.before(sent.to(), request, sent.known());
        boolean isRecorded = request.frame().getInt(0) == Frame.MAGIC;
        if (request.isRefused()) {
            if (isRecorded) {
                throw new AssertionError("unavailable, but in the journal: " + sent);
            }
        } else if (sent.question() != null) {
            answers.check(sent.question(), request, sent.known());
        } else if (isRecorded) {
            recorded(sent, Frame.sequence(request.frame(), 0));
        } else {
            unrecorded(sent);
        }
    }

    private void recorded(Sent sent, long sequence) {
        if (!hearing.isKept(sequence)) {
            throw new AssertionError("entry " + sequence + " was told, but may still be lost");
        }
        history.advanceTo(sequence);
        History.Entry entry = history.entry(sequence);
        List<Answered> heard = heard(sent);
        if (!entry.command().equals(sent.command()) || !entry.answers().equals(heard)) {
            throw new AssertionError(sent.command() + " was answered " + heard + ", but " + entry);
        }
        acknowledge(sent, sequence, heard);
    }

    /** Nothing changed: at some time since the last entry the model answers the same. */
    private void unrecorded(Sent sent) {
        List<Answered> heard = heard(sent);
        if (!agrees(sent.command(), hearing.latestMs(), heard) && !agrees(sent.command(), history.timeMs(), heard)) {
            throw new AssertionError(sent.command() + " was answered " + heard + " behind entry " + history.sequence());
        }
        acknowledge(sent, history.sequence(), heard);
    }

    private boolean agrees(Command command, long nowMs, List<Answered> heard) {
        List<Answered> expected = command.tell(history.model(), nowMs);
        for (int i = 0; i < heard.size(); i++) {
            if (!command.agrees(expected.get(i), heard.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void acknowledge(Sent sent, long sequence, List<Answered> heard) {
        told.add(sequence, sent.command(), heard);
        for (int i = 0; i < heard.size(); i++) {
            if (heard.get(i).status() == Outcome.SESSION_INVALID) {
                commands.sessionEnded(((Batch) sent.command()).items().get(i).player());
            }
        }
        if (sent.command() instanceof Change change && heard.get(0).status() == Outcome.OK) {
            commands.heard(change, session(change, sent.request()));
        }
    }

    /** The session that was opened, or null. */
    private SessionBits session(Change change, Request answered) {
        Answer.Identity identity =
                answered.type() == CommandType.AUTHENTICATE ? answered.answer(Answer.Identity.class) : null;
        if (identity == null) {
            return null;
        }
        SessionBits session = new SessionBits(identity.sessionHigh(), identity.sessionLow());
        if (!change.isOf(history.model(), session)) {
            throw new AssertionError(change + " opened " + session);
        }
        return session;
    }

    private static List<Answered> heard(Sent sent) {
        Request request = sent.request();
        return History.answers(request.frame(), request.outcomesOffset(), request.items());
    }
}
