package bankroll.gateway.api.operator;

import bankroll.cluster.ClusterMember;
import bankroll.cluster.ClusterStatus;
import bankroll.engine.EngineStatus;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.Json;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * {@code GET cluster} and {@code POST cluster/mark}: this node's place among others. The engine isn't asked, so that a node
 * that doesn't lead answers, too.
 */
public final class ClusterCall implements Routes.Handler {
    static final String PATH = "/cluster";

    private static final int BODY_SIZE_HINT = 512;

    private final OperatorContext context;
    private final TokenAdmission admission;
    private final Work work;

    private interface Work {
        void answer(ClusterMember member, EngineStatus engine, Exchange exchange);
    }

    private ClusterCall(OperatorContext context, OperatorRole needed, Work work) {
        this.context = context;
        this.admission = new TokenAdmission(context, needed);
        this.work = work;
    }

    static ClusterCall status(OperatorContext context) {
        return new ClusterCall(context, OperatorRole.READ, ClusterCall::tell);
    }

    static ClusterCall mark(OperatorContext context) {
        return new ClusterCall(context, OperatorRole.ADMIN, ClusterCall::mark);
    }

    @Override
    public void handle(Exchange exchange) {
        if (admission.admit(exchange, false) == null) {
            return;
        }
        if (context.cluster() == null) {
            alone(exchange);
        } else {
            work.answer(context.cluster(), context.engineStatus().get(), exchange);
        }
    }

    static void alone(Exchange exchange) {
        exchange.problem(Problem.CONFLICT, "this is a single node: no cluster.members are configured");
    }

    private static void mark(ClusterMember member, EngineStatus engine, Exchange exchange) {
        if (member.mark()) {
            exchange.noContent();
        } else {
            String leader = member.status().leader();
            exchange.problem(Problem.CONFLICT, "this node doesn't lead, or makes a mark already; who leads: " + leader);
        }
    }

    static void tell(ClusterMember member, EngineStatus engine, Exchange exchange) {
        ClusterStatus status = member.status();
        ByteBuf body = exchange.newBody(BODY_SIZE_HINT);
        Json.write(body, json -> write(status, engine, json));
        exchange.ok(body);
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
