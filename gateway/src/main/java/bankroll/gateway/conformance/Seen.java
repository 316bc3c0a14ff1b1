package bankroll.gateway.conformance;

import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An answer of the endpoint, whatever it may be: asked for more than is there, it tells what is. Immutable.
 *
 * @param answer as it came
 * @param members of its body; none when that is no JSON object
 */
record Seen(HttpAnswer answer, Map<?, ?> members) {
    private static final int LONGEST = 200;

    static Seen of(HttpAnswer answer) {
        Object body = null;
        try {
            body = Json.read(answer.body());
        } catch (IllegalArgumentException e) {
            // not JSON: then it has no members
        }
        return new Seen(answer, body instanceof Map<?, ?> object ? object : Map.of());
    }

    boolean isOk() {
        return answer.status() == 200;
    }

    /** A member that is a text, else empty. */
    String text(String name) {
        return text(members, name);
    }

    /** Any member, null when it is absent. */
    Object member(String name) {
        return members.get(name);
    }

    /** The code of a problem, or what came in its place. */
    String code() {
        return isOk() || text("code").isEmpty() ? brief() : text("code");
    }

    /** The statuses of a batch's results in order, or what came in their place. */
    String statuses() {
        if (!isOk() || results().isEmpty()) {
            return code();
        }
        return results().stream().map(result -> text(result, "status")).collect(Collectors.joining(" "));
    }

    /** The results of a batch; empty where there are none. */
    List<Map<?, ?>> results() {
        List<Map<?, ?>> results = new ArrayList<>();
        if (members.get("results") instanceof List<?> list) {
            for (Object each : list) {
                results.add(each instanceof Map<?, ?> result ? result : Map.of());
            }
        }
        return results;
    }

    /** The members of this name of a batch's results, in order, with a blank between. */
    String of(String name) {
        return isOk() ? results().stream().map(result -> text(result, name)).collect(Collectors.joining(" ")) : code();
    }

    static String text(Map<?, ?> object, String name) {
        return object.get(name) instanceof String text ? text : "";
    }

    /** Status and body, cut where they are long. */
    String brief() {
        String body = answer.body().strip();
        String cut = body.length() > LONGEST ? body.substring(0, LONGEST) + "…" : body;
        return ("HTTP " + answer.status() + " " + cut).strip();
    }
}
