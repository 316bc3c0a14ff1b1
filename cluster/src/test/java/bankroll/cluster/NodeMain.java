package bankroll.cluster;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.EngineStatus;
import bankroll.engine.Obstacle;
import bankroll.engine.Request;
import bankroll.journal.SyncPolicy;
import bankroll.ledger.Ledger;
import bankroll.protocol.BalanceAnswer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Origin;
import bankroll.protocol.OutcomeRecord;
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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * One node in a process of its own, that can be killed. A line of a number and a question is answered with the number and the
 * answer.
 *
 * <pre>
 *   open PLAYER · deposit ID PLAYER AMOUNT · balance PLAYER      answer: an outcome, a balance, or "unavailable"
 *   status                                                      answer: ROLE TERM SEQUENCE MARK LEADER
 *   hand-over [NODE]                                            answer: "done", or why not
 *   mark · stop
 * </pre>
 */
final class NodeMain {
    static final String UNAVAILABLE = "unavailable";

    /** Whoever asks again at once takes the processor that an election needs. */
    private static final long AGAIN_NS = 10_000_000;

    private final BlockingQueue<Request> published = new ArrayBlockingQueue<>(1);
    private final AeronLog log;
    private final Engine engine;

    private NodeMain(Path data, int node, int[] ports) {
        ClusterContext options = new ClusterContext()
                .dataDirectory(data)
                .driverDirectory(data.resolve("driver"))
                .node(node)
                .members(Arrays.stream(ports)
                        .mapToObj(port -> new MemberAddress("127.0.0.1", port))
                        .toList())
                .secret("a secret of this test".getBytes(StandardCharsets.US_ASCII))
                .termBytes(1 << 20);
        log = new AeronLog(options);
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .snapshotEveryTransactions(0)
                .newLedger(Ledger::new)
                .log(log);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0).syncPolicy(SyncPolicy.NONE);
        engine = Engine.launch(context);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int[] ports = Arrays.stream(arguments[2].split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
        new NodeMain(Path.of(arguments[0]), Integer.parseInt(arguments[1]), ports).run(System.out);
    }

    private void run(PrintStream answers) throws IOException, InterruptedException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = lines.readLine();
        for (; line != null && !line.endsWith(" stop"); line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[1].equals("hand-over")) {
                new Thread(() -> answers.println("> " + words[0] + " " + handOver(words)), "hand-over").start();
                continue;
            }
            String answer = answer(Arrays.copyOfRange(words, 1, words.length));
            if (answer.equals(UNAVAILABLE)) {
                LockSupport.parkNanos(AGAIN_NS);
            }
            answers.println("> " + words[0] + " " + answer);
        }
        engine.close();
        answers.println("> " + String.valueOf(line).split(" ")[0] + " stopped");
    }

    private String answer(String[] words) throws InterruptedException {
        if (engine.hashKey() == null && !words[0].equals("status")) {
            return UNAVAILABLE;
        }
        return switch (words[0]) {
            case "open" -> outcome(open(words[1]));
            case "deposit" -> outcome(deposit(words[1], words[2], Long.parseLong(words[3])));
            case "balance" -> balance(words[1]);
            case "status" -> status();
            case "mark" -> String.valueOf(log.mark());
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    /** While bookings go on. */
    private String handOver(String[] words) {
        OptionalInt to = words.length > 2 ? OptionalInt.of(Integer.parseInt(words[2])) : OptionalInt.empty();
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
                log.leader().isEmpty() ? "nobody" : log.leader());
    }

    private Request open(String player) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.PLAYERS);
        Profile profile = new Profile(player, null, null, null, null);
        return end(request, PlayerItem.put(request.frame(), item, hasher(), "EUR", profile));
    }

    private Request deposit(String id, String player, long amount) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.TRANSFERS);
        var transfer = new TransferItem.Transfer(id, player, TransferType.DEPOSIT, amount, false, "EUR", null);
        return end(request, TransferItem.put(request.frame(), item, hasher(), transfer));
    }

    private String balance(String player) throws InterruptedException {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.BALANCE);
        int end = PlayerCommand.put(request.frame(), item, hasher(), player).position();
        return isAnswered(end(request, end))
                ? String.valueOf(request.answer(BalanceAnswer.class).balance())
                : UNAVAILABLE;
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private static Request end(Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private String outcome(Request request) throws InterruptedException {
        return isAnswered(request)
                ? OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0))
                        .toString()
                : UNAVAILABLE;
    }

    private boolean isAnswered(Request request) throws InterruptedException {
        return engine.submit(request) && !published.take().isRefused();
    }

    private IdHasher hasher() {
        return new IdHasher(engine.hashKey(), "");
    }
}
