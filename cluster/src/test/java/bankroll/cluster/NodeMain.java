package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.engine.CommandLog;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.EngineStatus;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.engine.Request;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.ledger.Ledger;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One node in a process of its own, that can be killed. A line of a number and a question is answered with the number and the
 * answer, not always in the order of the questions.
 *
 * <pre>
 *   open PLAYER · balance PLAYER                                 answer: an outcome, a balance, or "unavailable"
 *   deposit ID PLAYER AMOUNT                                     answer: an outcome
 *   pay ID PLAYER AMOUNT                                         the same, 1 KB, each fourth amount 5 KB; answer: OUTCOME TIME
 *   large ID PLAYER AMOUNT COUNT                                 as many in one command, 17 KB each; answer: the last outcome
 *   fill ID PLAYER AMOUNT COUNT                                  as many in one command, short ones; answer: the last outcome
 *   log                                                         answer: the first byte of the log that is kept
 *   books                                                       answer: the sum over all accounts, "0"
 *   status                                                      answer: ROLE TERM SEQUENCE MARK LEADER, -1 for nobody
 *   waits-for                                                   answer: for which nodes a new log waits
 *   hand-over [NODE]                                            answer: "done", or why not
 *   mark · stop
 * </pre>
 */
final class NodeMain {
    static final String UNAVAILABLE = "unavailable";

    /** Properties of the process that say by which rules it decides, when they aren't the release's. */
    static final String RULES_SENT = "rules.sent";

    static final String RULES_KNOWN = "rules.known";
    /** Whether it is a node that goes on without the others. It is asked for bookings, and not how it stands in a cluster. */
    static final String ALONE = "alone";

    /** By how many milliseconds its wall clock is ahead. */
    static final String CLOCK_AHEAD = "clock.ahead";

    /** Three nodes that wait share two processors with other tests: at the default they take half of one. */
    private static final long LONGEST_NAP_NS = 2_000_000;

    private static final int SNAPSHOT_EVERY = 3_000;
    private static final String REASON = "x".repeat(1_000);
    private static final int LARGE = 17;
    private static final int LONG = 5;
    private static final int LONG_EACH = 4;

    private final PrintStream answers = System.out;
    private final AeronLog log;
    private final Engine engine;

    private NodeMain(Path data, ClusterContext options) {
        boolean isAlone = Boolean.getBoolean(ALONE);
        if (isAlone) {
            leave(options, data);
        }
        log = isAlone ? null : new AeronLog(options);
        engine = launch(engine(data).log(log));
        new Thread(this::join, "join").start();
    }

    private static void leave(ClusterContext options, Path data) {
        try {
            LeftLog.bring(options, () -> engine(data));
        } catch (RuntimeException | Error refused) {
            end(refused);
        }
    }

    private static EngineContext engine(Path data) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .snapshotEveryTransactions(SNAPSHOT_EVERY)
                .newLedger(Ledger::new);
        if (System.getProperty(RULES_KNOWN) != null) {
            context.logRules(new CommandLog.Rules(Integer.getInteger(RULES_SENT), Integer.getInteger(RULES_KNOWN)));
        }
        if (System.getProperty(CLOCK_AHEAD) != null) {
            context.clock(() -> System.currentTimeMillis() + Long.getLong(CLOCK_AHEAD));
        }
        context.journal().fileBytes(32 << 20).lowWaterBytes(0).syncPolicy(SyncPolicy.NONE);
        return context;
    }

    /** A new log may wait for other nodes; meanwhile this one can be asked. */
    private void join() {
        try {
            engine.join();
        } catch (RuntimeException | Error refused) {
            end(refused);
        }
    }

    private static Engine launch(EngineContext context) {
        try {
            return Engine.launchApart(context);
        } catch (RuntimeException | Error refused) {
            end(refused);
            throw refused;
        }
    }

    private static void end(Throwable refused) {
        System.err.println(refused.getMessage());
        Runtime.getRuntime().halt(ConditionException.exitCodeOf(refused));
    }

    /** What a node of the tests is, as it runs and as it is seeded. */
    static ClusterContext options(Path data, Path driver, int node, String members, int termBytes, long keptBytes) {
        return new ClusterContext()
                .dataDirectory(data)
                .driverDirectory(driver)
                .node(node)
                .members(
                        Arrays.stream(members.split(",")).map(MemberAddress::of).toList())
                .secret("a secret of this test".getBytes(StandardCharsets.US_ASCII))
                .termBytes(termBytes)
                .keptBytes(keptBytes)
                .cachedBytes(termBytes)
                .longestNapNs(LONGEST_NAP_NS);
    }

    /** The same, as its process is told it. */
    static ClusterContext options(String... arguments) {
        return options(
                Path.of(arguments[0]),
                Path.of(arguments[1]),
                Integer.parseInt(arguments[2]),
                arguments[3],
                Integer.parseInt(arguments[4]),
                Long.parseLong(arguments[5]));
    }

    public static void main(String[] arguments) throws IOException {
        new NodeMain(Path.of(arguments[0]), options(arguments)).run();
    }

    private void run() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = lines.readLine();
        for (; line != null && !line.endsWith(" stop"); line = lines.readLine()) {
            String[] words = line.split(" ");
            answer(words[0], Arrays.copyOfRange(words, 1, words.length));
        }
        engine.close();
        say(String.valueOf(line).split(" ")[0], "stopped");
    }

    private void say(String number, String answer) {
        answers.println("> " + number + " " + answer);
    }

    private void answer(String number, String[] words) {
        if (words[0].equals("status")) {
            say(number, status());
        } else if (words[0].equals("mark")) {
            say(number, String.valueOf(log.mark()));
        } else if (words[0].equals("log")) {
            say(number, String.valueOf(log.status().logStart()));
        } else if (words[0].equals("waits-for")) {
            say(number, log.waitsFor());
        } else if (words[0].equals("hand-over")) {
            new Thread(() -> say(number, handOver(words)), "hand-over").start();
        } else if (engine.hashKey() == null) {
            say(number, UNAVAILABLE);
        } else {
            ask(number, words);
        }
    }

    private void ask(String number, String[] words) {
        switch (words[0]) {
            case "open" -> submit(open(asking(number, NodeMain::outcome), words[1]), number);
            case "deposit" -> submit(deposits(asking(number, NodeMain::outcome), 1, "", words), number);
            case "pay" ->
                submit(deposits(asking(number, NodeMain::outcomeAndTime), 1, reason(words[3]), words), number);
            case "large" -> {
                int count = Integer.parseInt(words[4]);
                submit(deposits(asking(number, NodeMain::outcome), count, REASON.repeat(LARGE), words), number);
            }
            case "fill" -> {
                int count = Integer.parseInt(words[4]);
                submit(deposits(asking(number, NodeMain::outcome), count, "", words), number);
            }
            case "balance" -> submit(balance(asking(number, NodeMain::balance), words[1]), number);
            case "books" -> submit(books(asking(number, NodeMain::sums)), number);
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    /** Of both kinds of frame: those of 4 KiB and more are written beside Chronicle. */
    private static String reason(String amount) {
        return REASON.repeat(Integer.parseInt(amount) % LONG_EACH == 0 ? LONG : 1);
    }

    private Request asking(String number, Function<Request, String> form) {
        return new Request(answered -> say(number, answered.isRefused() ? UNAVAILABLE : form.apply(answered)));
    }

    private void submit(Request request, String number) {
        if (!engine.submit(request)) {
            say(number, UNAVAILABLE);
        }
    }

    /** While bookings go on. */
    private String handOver(String[] words) {
        OptionalInt to = words.length > 1 ? OptionalInt.of(Integer.parseInt(words[1])) : OptionalInt.empty();
        try {
            return log.handOver(to).orElse("done");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String status() {
        EngineStatus status = engine.status();
        boolean follows = status.obstacles().stream().anyMatch(found -> found.kind() == Obstacle.Kind.FOLLOWER);
        ClusterStatus cluster = log.status();
        return String.join(
                " ",
                follows ? "follows" : "leads",
                String.valueOf(cluster.term()),
                String.valueOf(status.sequence()),
                String.valueOf(cluster.markSequence()),
                String.valueOf(cluster.leaderNode()));
    }

    private Request open(Request request, String player) {
        int item = begin(request, CommandType.PLAYERS, 1);
        Profile profile = new Profile(player, null, null, null, null);
        return end(request, PlayerItem.put(request.frame(), item, hasher(), "EUR", profile));
    }

    private Request deposits(Request request, int count, String reason, String[] words) {
        int item = begin(request, CommandType.TRANSFERS, count);
        for (int index = 0; index < count; index++) {
            String id = count == 1 ? words[1] : words[1] + "-" + index;
            var transfer = new TransferItem.Transfer(
                    id, words[2], TransferType.DEPOSIT, Long.parseLong(words[3]), false, "EUR", reason);
            item = TransferItem.put(request.frame(), item, hasher(), transfer);
        }
        return end(request, item);
    }

    private Request balance(Request request, String player) {
        int item = begin(request, CommandType.BALANCE, 1);
        return end(
                request,
                PlayerCommand.put(request.frame(), item, hasher(), player).position());
    }

    private static Request books(Request request) {
        return end(request, begin(request, CommandType.TRIAL_BALANCE, 1));
    }

    private static int begin(Request request, CommandType type, int items) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, items, Origin.operator("test"));
    }

    private static Request end(Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private static String outcome(Request request) {
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(request.items() - 1))
                .toString();
    }

    private static String outcomeAndTime(Request request) {
        return outcome(request) + " " + OutcomeRecord.timeMs(request.frame(), request.outcomeOffset(0));
    }

    private static String balance(Request request) {
        return String.valueOf(request.answer(Answer.Balance.class).balance());
    }

    private static String sums(Request request) {
        return request.answer(Answer.TrialBalance.class).currencies().stream()
                .map(Answer.TrialBalance.Line::sum)
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private IdHasher hasher() {
        return new IdHasher(engine.hashKey(), "");
    }
}
