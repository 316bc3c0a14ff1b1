package bankroll.gateway.operator;

import bankroll.engine.Request;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.request.LookupPath;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.Origin;
import java.util.List;
import org.agrona.MutableDirectBuffer;

/**
 * One call on its way: what came, the request that carries the command, and what the answer needs besides outcomes. Used
 * by one event loop; the body is valid only while the call is decoded.
 */
final class OperatorCall {
    private final OperatorToken token;
    private final Request request;
    private final String pathParameter;
    private final byte[] body;
    private final int bodyLength;
    private List<String> ids = List.of();
    private List<String> launchCodes = List.of();

    /**
     * A call that was let in.
     *
     * @param token who calls
     * @param request to carry the command
     * @param pathParameter as it was sent, or null
     * @param body its bytes, from 0
     * @param bodyLength how many
     */
    OperatorCall(OperatorToken token, Request request, String pathParameter, byte[] body, int bodyLength) {
        this.token = token;
        this.request = request;
        this.pathParameter = pathParameter;
        this.body = body;
        this.bodyLength = bodyLength;
    }

    /** Starts the command and tells where its first item stands. */
    int start(CommandType type, int items) {
        return CommandHeader.put(frame(), Request.COMMAND_OFFSET, type, items, Origin.operator(token.name()));
    }

    /** Ends the command behind its last item. */
    void end(int at) {
        request.commandLength(at - Request.COMMAND_OFFSET);
    }

    MutableDirectBuffer frame() {
        return request.frame();
    }

    OperatorToken token() {
        return token;
    }

    Request request() {
        return request;
    }

    /** The id in the path. */
    String pathId(int most) throws MalformedRequest {
        return LookupPath.id(pathParameter, most);
    }

    byte[] body() {
        return body;
    }

    int bodyLength() {
        return bodyLength;
    }

    /** Keeps the ids of the elements, to be told again with their results. */
    void ids(List<String> elements) {
        ids = elements;
    }

    List<String> ids() {
        return ids;
    }

    /** Keeps minted codes for the answer: nowhere else do they stand. */
    void launchCodes(List<String> codes) {
        launchCodes = codes;
    }

    List<String> launchCodes() {
        return launchCodes;
    }
}
