package bankroll.gateway.api.operator;

import bankroll.cluster.AeronLog;
import bankroll.cluster.ClusterStatus;
import bankroll.cluster.SeedMark;
import bankroll.engine.EngineStatus;
import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Chain.ChainSealer;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What operators ask of a node among others, {@code cluster}, {@code cluster/mark} and {@code cluster/hand-over}, and what one
 * node asks another, {@code cluster/journal}, {@code cluster/chain} and {@code cluster/seed}: each of those reads files. The
 * engine isn't asked, so that a node that doesn't lead answers, too.
 */
public final class ClusterCalls {
    private static final String PATH = "/cluster";
    private static final AsciiString FRAMES = AsciiString.cached("application/octet-stream");
    /** An answer ends behind the frame with which it is longer. */
    private static final int ENOUGH_BYTES = 4 << 20;

    private static final Pattern TO = Pattern.compile("to=(\\d)");
    private static final Pattern AT = Pattern.compile("(?:from|at)=([1-9]\\d{0,17})");

    private final OperatorContext context;

    private ClusterCalls(OperatorContext context) {
        this.context = context;
    }

    /** Each of them. */
    static List<OperatorOperation> operations(OperatorContext context) {
        ClusterCalls calls = new ClusterCalls(context);
        return List.of(
                calls.quick("GET", PATH, OperatorRole.READ, calls::tell),
                calls.quick("POST", PATH + "/mark", OperatorRole.ADMIN, calls::mark),
                new SlowCall("POST", PATH + "/hand-over", (query, by) -> calls.handOver(query)),
                new SlowCall("GET", PATH + "/journal", (query, by) -> calls.at(query, calls::frames)),
                new SlowCall("GET", PATH + "/chain", (query, by) -> calls.at(query, calls::chain)),
                new SlowCall("GET", PATH + "/seed", (query, by) -> calls.seed()));
    }

    /** A call that the event loop itself answers. */
    private OperatorOperation quick(String method, String path, OperatorRole needed, Consumer<Exchange> answer) {
        return new OperatorOperation(method, path, needed, false) {
            @Override
            public void ask(Call call) {
                Consumer<Exchange> found = context.cluster == null ? ClusterCalls::alone : answer;
                found.accept(call.exchange());
            }
        };
    }

    private static void alone(Exchange exchange) {
        exchange.problem(
                Problem.CONFLICT,
                "this service is no cluster's node: it has no cluster.members; ask one that has, or look into its configuration");
    }

    private void tell(Exchange exchange) {
        ClusterStatus status = context.cluster.status();
        EngineStatus engine = context.engineStatus.get();
        ok(exchange, json -> write(status, engine, json));
    }

    private void mark(Exchange exchange) {
        AeronLog member = context.cluster;
        if (member.mark()) {
            exchange.noContent();
        } else {
            ClusterStatus status = member.status();
            exchange.problem(
                    Problem.CONFLICT,
                    status.leads() ? "a mark is being made already" : ClusterStatus.notLeading(status.leaderNode()));
        }
    }

    /** Another node leads when it answers. An election takes as long as it does. */
    private Consumer<Exchange> handOver(String query) {
        Matcher to = TO.matcher(query);
        if (!query.isEmpty() && !to.matches()) {
            return exchange -> exchange.problem(Problem.MALFORMED_REQUEST, "\"to\" is one of the members, from 0");
        }
        AeronLog member = context.cluster;
        if (member == null) {
            return ClusterCalls::alone;
        }
        OptionalInt node = query.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(to.group(1)));
        try {
            Optional<String> refusal = member.handOver(node);
            return refusal.isPresent() ? exchange -> exchange.problem(Problem.CONFLICT, refusal.get()) : this::tell;
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            return exchange -> exchange.problem(Problem.UNAVAILABLE, "the service ends");
        }
    }

    private interface Reading {
        Consumer<Exchange> of(long sequence, long last);
    }

    private Consumer<Exchange> at(String query, Reading reading) {
        Matcher asked = AT.matcher(query);
        if (context.cluster == null) {
            return ClusterCalls::alone;
        }
        return asked.matches()
                ? reading.of(
                        Long.parseLong(asked.group(1)),
                        context.engineStatus.get().sequence())
                : exchange -> exchange.problem(Problem.MALFORMED_REQUEST, "an entry's sequence is needed, from 1");
    }

    /** Frames from a sequence on, as they are in the journal; none behind its end. */
    private Consumer<Exchange> frames(long from, long last) {
        JournalSource journal = context.journal;
        if (from < journal.firstSequence()) {
            return exchange -> exchange.problem(
                    Problem.CONFLICT, "this node's journal begins at entry " + journal.firstSequence());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (from <= last) {
            try (JournalReader reader = journal.reader(from)) {
                while (bytes.size() < ENOUGH_BYTES && reader.sequence() < last && reader.next()) {
                    byte[] frame = new byte[reader.length()];
                    reader.buffer().getBytes(reader.offset(), frame);
                    bytes.writeBytes(frame);
                }
            }
        }
        return exchange ->
                exchange.reply(200, FRAMES, exchange.newBody(bytes.size()).writeBytes(bytes.toByteArray()));
    }

    /** The chain's value behind an entry, computed from the entries before it. */
    private Consumer<Exchange> chain(long at, long last) {
        if (at > last) {
            return exchange -> exchange.problem(Problem.CONFLICT, "this node's journal ends at entry " + last);
        }
        ChainSealer sealer = ChainSealer.resume(context.journal, at);
        try {
            sealer.sealUpTo(at);
        } finally {
            sealer.onClose();
        }
        ChainHead head = sealer.head();
        return head.sequence() == at
                ? exchange -> ok(exchange, json -> json.writeStringField("chain_head", head.toString()))
                : exchange -> exchange.problem(Problem.CONFLICT, "the chain behind entry " + at + " can't be told");
    }

    /** The newest mark, for a node that begins with it. */
    private Consumer<Exchange> seed() {
        AeronLog member = context.cluster;
        if (member == null) {
            return ClusterCalls::alone;
        }
        Optional<SeedMark> mark = member.newestMark();
        return mark.isEmpty()
                ? exchange -> exchange.problem(Problem.CONFLICT, "this node has no mark yet: let the leader make one")
                : exchange -> ok(exchange, json -> write(member, mark.get(), json));
    }

    private static void ok(Exchange exchange, Json.Content members) {
        exchange.ok(body -> Json.write(body, members));
    }

    private static void write(AeronLog member, SeedMark mark, JsonGenerator json) throws IOException {
        ClusterStatus status = member.status();
        json.writeNumberField("node", status.node());
        json.writeNumberField("mark_sequence", status.markSequence());
        json.writeNumberField("term", mark.term());
        json.writeNumberField("term_base", mark.termBase());
        json.writeNumberField("position", mark.position());
        json.writeNumberField("timestamp_ms", mark.timestampMs());
        json.writeNumberField("module_recording", mark.moduleRecording());
        json.writeNumberField("service_recording", mark.serviceRecording());
        json.writeNumberField("began_sequence", member.began().sequence());
        json.writeNumberField("began_crc", member.began().crc());
    }

    /** How a node stands among others, as the members of an object. */
    public static void write(ClusterStatus status, EngineStatus engine, JsonGenerator json) throws IOException {
        json.writeNumberField("node", status.node());
        json.writeNumberField("members", status.members());
        json.writeStringField("role", status.role());
        json.writeStringField("leader", status.leader());
        json.writeNumberField("leader_node", status.leaderNode());
        json.writeNumberField("term", status.term());
        json.writeStringField("election", status.election());
        json.writeNumberField("elections", status.elections());
        json.writeNumberField("commit_position", status.commitPosition());
        json.writeNumberField("taken_position", status.takenPosition());
        json.writeNumberField("bytes_behind", status.bytesBehind());
        json.writeNumberField("entries_behind", status.entriesBehind());
        json.writeNumberField("mark_sequence", status.markSequence());
        json.writeNumberField("log_start", status.logStart());
        json.writeNumberField("log_bytes", status.logBytes());
        json.writeNumberField("sequence", status.sequence());
        json.writeStringField("chain_head", engine.chainHead().toString());
    }
}
