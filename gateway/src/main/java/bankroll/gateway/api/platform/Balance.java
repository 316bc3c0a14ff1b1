package bankroll.gateway.api.platform;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.JsonBytes;
import bankroll.gateway.json.JsonScanner;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.PlayerCommand;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * {@code POST /players/balance}: the balance now (contract §4.3, decisions §4). Asked for as often as batches come; read
 * and written without an object per field.
 */
final class Balance extends Operation {
    private static final byte[] PLAYER_ID = "player_id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SESSION_ID = "session_id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CURRENCY = JsonBytes.ascii("{\"currency\":");
    private static final byte[] BALANCE = JsonBytes.ascii(",\"balance\":");

    private final JsonScanner json = new JsonScanner();
    private final JsonBytes answer = new JsonBytes();
    private int playerAt;
    private int playerSize;

    Balance() {
        super("POST", "/players/balance");
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        byte[] body = call.exchange().body();
        read(body, call.exchange().bodyLength());
        int item = call.start(CommandType.BALANCE, 1);
        call.end(PlayerCommand.put(call.frame(), item, call.hasher(), body, playerAt, playerSize));
    }

    /** A session id is judged, then ignored (decisions §4). The body is changed where strings have escapes. */
    private void read(byte[] bytes, int length) throws MalformedRequest {
        playerSize = 0;
        json.open(bytes, length);
        json.enterObject("the body");
        while (json.nextName()) {
            json.noteName();
            member();
        }
        json.end();
        if (playerSize == 0) {
            throw new MalformedRequest("player_id is missing or empty");
        }
    }

    private void member() throws MalformedRequest {
        boolean isPlayer = json.isText(PLAYER_ID);
        boolean isSession = json.isText(SESSION_ID);
        if (json.skipNull()) {
            return;
        }
        if (isPlayer) {
            json.text("player_id", Lengths.PLAYER_ID);
            playerAt = json.start();
            playerSize = json.size();
        } else if (isSession) {
            json.text("session_id", Lengths.SESSION_ID);
        } else {
            json.skip();
        }
    }

    @Override
    public void answer(Call call) {
        Answer.Balance known = call.request().answer(Answer.Balance.class);
        answer.start().raw(CURRENCY).string(known.currency());
        answer.raw(BALANCE).amount(known.balance()).raw('}');
        ByteBuf out = call.exchange().newBody(answer.length());
        answer.copyTo(out);
        call.exchange().ok(out);
    }
}
