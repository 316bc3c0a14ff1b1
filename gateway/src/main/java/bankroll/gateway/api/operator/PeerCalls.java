package bankroll.gateway.api.operator;

import bankroll.cluster.ClusterMember;
import bankroll.cluster.ClusterStatus;
import bankroll.cluster.SeedMark;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import bankroll.journal.ChainHead;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.journal.chain.ChainSealer;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one node asks another: {@code GET cluster/journal}, {@code cluster/chain} and {@code cluster/seed}. Each reads files. */
final class PeerCalls {
    static final String JOURNAL = ClusterCall.PATH + "/journal";
    static final String CHAIN = ClusterCall.PATH + "/chain";
    static final String SEED = ClusterCall.PATH + "/seed";

    private static final AsciiString FRAMES = AsciiString.cached("application/octet-stream");
    private static final int BODY_SIZE_HINT = 512;
    /** An answer ends behind the frame with which it is longer. */
    private static final int ENOUGH_BYTES = 4 << 20;

    private static final Pattern AT = Pattern.compile("(?:from|at)=([1-9]\\d{0,17})");

    private PeerCalls() {}

    /** Frames from a sequence on, as they are in the journal; none behind its end. */
    static SlowCall journal(OperatorContext context, Executor eventLoop) {
        return new SlowCall("journal", context, eventLoop) {
            @Override
            Consumer<Exchange> work(String query, String by) {
                return at(context, query, (from, last) -> frames(context.journal(), from, last));
            }
        };
    }

    /** The chain's value behind an entry, computed from the entries before it. */
    static SlowCall chain(OperatorContext context, Executor eventLoop) {
        return new SlowCall("chain", context, eventLoop) {
            @Override
            Consumer<Exchange> work(String query, String by) {
                return at(context, query, (at, last) -> chain(context.journal(), at, last));
            }
        };
    }

    /** The newest mark, for a node that begins with it. */
    static SlowCall seed(OperatorContext context, Executor eventLoop) {
        return new SlowCall("seed", context, eventLoop) {
            @Override
            Consumer<Exchange> work(String query, String by) {
                ClusterMember member = context.cluster();
                if (member == null) {
                    return ClusterCall::alone;
                }
                Optional<SeedMark> mark = member.newestMark();
                return mark.isEmpty()
                        ? exchange ->
                                exchange.problem(Problem.CONFLICT, "this node has no mark yet: let the leader make one")
                        : json(json -> members(member, mark.get(), json));
            }
        };
    }

    private interface Reading {
        Consumer<Exchange> of(long sequence, long last);
    }

    private static Consumer<Exchange> at(OperatorContext context, String query, Reading reading) {
        Matcher asked = AT.matcher(query);
        if (context.cluster() == null) {
            return ClusterCall::alone;
        }
        return asked.matches()
                ? reading.of(
                        Long.parseLong(asked.group(1)),
                        context.engineStatus().get().sequence())
                : exchange -> exchange.problem(Problem.MALFORMED_REQUEST, "an entry's sequence is needed, from 1");
    }

    private static Consumer<Exchange> frames(JournalSource journal, long from, long last) {
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

    private static Consumer<Exchange> chain(JournalSource journal, long at, long last) {
        if (at > last) {
            return exchange -> exchange.problem(Problem.CONFLICT, "this node's journal ends at entry " + last);
        }
        ChainSealer sealer = ChainSealer.resume(journal, at);
        try {
            sealer.sealUpTo(at);
        } finally {
            sealer.onClose();
        }
        ChainHead head = sealer.head();
        return head.sequence() == at
                ? json(json -> json.writeStringField("chain_head", head.toString()))
                : exchange -> exchange.problem(Problem.CONFLICT, "the chain behind entry " + at + " can't be told");
    }

    private static Consumer<Exchange> json(Json.Content members) {
        return exchange -> {
            var body = exchange.newBody(BODY_SIZE_HINT);
            Json.write(body, members);
            exchange.ok(body);
        };
    }

    private static void members(ClusterMember member, SeedMark mark, JsonGenerator json) throws IOException {
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
}
