package bankroll.gateway.operator;

import bankroll.gateway.request.JsonBody;
import bankroll.gateway.request.MalformedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads the bodies of the operator API, which are objects of scalars or a list of such: only what is asked for is kept,
 * all else is checked and passed over. One instance per event loop.
 */
final class BodyReader {
    private final JsonBody json = new JsonBody();

    /** The named members of the root object. */
    Members object(OperatorCall call, Set<String> names) throws MalformedRequest {
        json.open(call.body(), call.bodyLength());
        Members members = Members.read(json, "", names);
        json.end();
        return members;
    }

    /** The members of each object in the root object's list. */
    List<Members> list(OperatorCall call, ListShape shape) throws MalformedRequest {
        json.open(call.body(), call.bodyLength());
        List<Members> elements = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (name.equals(shape.name())) {
                elements = elements(shape);
            } else {
                json.skip();
            }
        }
        json.end();
        if (elements == null) {
            throw new MalformedRequest(shape.name() + " is missing");
        }
        requireBounds(elements.size(), shape);
        return elements;
    }

    private List<Members> elements(ListShape shape) throws MalformedRequest {
        List<Members> elements = new ArrayList<>();
        json.enterArray(shape.name());
        while (json.nextElement()) {
            requireBounds(Math.max(elements.size() + 1, shape.least()), shape);
            String element = shape.name() + "[" + elements.size() + "]";
            json.enterObject(element);
            elements.add(Members.read(json, element + ".", shape.members()));
        }
        return elements;
    }

    private static void requireBounds(int size, ListShape shape) throws MalformedRequest {
        if (size < shape.least() || size > shape.most()) {
            throw new MalformedRequest(
                    shape.name() + " must have " + shape.least() + " to " + shape.most() + " elements");
        }
    }
}
