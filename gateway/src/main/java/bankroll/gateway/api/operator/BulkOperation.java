package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The calls about 1 to 500 things: one result per element, in order, each with its id and status.
 *
 * @param <T> what is kept of an element for its result
 */
abstract class BulkOperation<T> extends OperatorOperation {
    private final CommandType type;
    private final String list;
    private final String idName;
    private final Set<String> members;

    /**
     * A bulk call.
     *
     * @param list the list's name: of the path, and of the body's one member
     * @param idName the name of the id that a result repeats
     * @param members the body's members that are read, the list among them
     */
    BulkOperation(CommandType type, String path, String list, String idName, Set<String> members) {
        super("POST", path, OperatorRole.ADMIN);
        this.type = type;
        this.list = list;
        this.idName = idName;
        this.members = members;
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        List<JsonObject> elements = call.body(members).list(list, 1, type.maxItems());
        List<T> kept = new ArrayList<>(elements.size());
        int at = call.start(type, elements.size());
        for (JsonObject element : elements) {
            at = put(call, at, element, kept);
        }
        answerWith(call, kept);
        call.end(at);
    }

    /** Writes an element's item, keeps what its result needs, and tells where the next one starts. */
    abstract int put(Call call, int at, JsonObject element, List<T> kept) throws MalformedRequest;

    /** Outcomes are statuses here, but for those that refuse the whole call. */
    @Override
    public Problem problem(Outcome first) {
        return switch (first) {
            case MALFORMED, UNAVAILABLE, RETRY, CONFLICT -> super.problem(first);
            default -> null;
        };
    }

    /** Sets the answer: a result for each of these, by its outcome. */
    final void answerWith(Call call, List<T> kept) {
        call.answerWith(exchange -> call.ok(json -> results(call, kept, json)));
    }

    private void results(Call call, List<T> kept, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("results");
        for (int item = 0; item < kept.size(); item++) {
            json.writeStartObject();
            json.writeStringField(idName, id(kept.get(item)));
            json.writeStringField("status", call.outcome(item).label());
            result(call, item, kept.get(item), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The id of an element. */
    abstract String id(T kept);

    /** Writes what else the result of an element tells. */
    void result(Call call, int item, T kept, JsonGenerator json) throws IOException {}
}
