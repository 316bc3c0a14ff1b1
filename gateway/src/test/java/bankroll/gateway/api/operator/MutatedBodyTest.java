package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.fail;

import bankroll.gateway.api.Calls;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.json.MalformedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever comes as a body, it becomes a command or one refusal: never another fault. */
class MutatedBodyTest {
    private static final int MUTATIONS = 20_000;
    private static final byte[] PARTS = "{}[]\",:\\u0ae+-.Ed \n\t9\u0000\u00ff".getBytes(StandardCharsets.ISO_8859_1);
    private static final List<String> BODIES = List.of(
            "{\"players\":[{\"player_id\":\"p\",\"currency\":\"EUR\",\"avatar_url\":\"https://a/b\",\"language\":\"de-AT\"}]}",
            "{\"transfers\":[{\"transfer_id\":\"t\",\"player_id\":\"p\",\"type\":\"adjustment\",\"amount\":\"-5\","
                    + "\"currency\":\"EUR\",\"reason\":\"\\ud834\\udd1e\"}]}",
            "{\"launch_codes\":[{\"player_id\":\"p\",\"ttl_seconds\":300,\"reusable\":true,\"x\":[[{}]]}]}",
            "{\"limits\":[{\"kind\":\"wager\",\"window\":\"day\",\"amount\":\"1\"}],\"other\":{\"a\":1e9}}",
            "{\"reason\":\"r\",\"until\":\"2999-12-31T23:59:60.5+23:59\",\"self_excluded\":false}",
            "{\"display_name\":\"Zoë\",\"country\":null}");

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Operation> operations = operations();

    @Test
    void shouldDecodeOrRefuse() {
        for (int i = 0; i < MUTATIONS; i++) {
            int which = i % BODIES.size();
            byte[] body = mutated(BODIES.get(which).getBytes(StandardCharsets.UTF_8));
            try {
                operations.get(which).ask(Calls.call("p", body));
            } catch (MalformedRequest refused) {
                // an answer
            } catch (RuntimeException | Error e) {
                fail("-Dseed=" + seed + ", body " + Arrays.toString(body), e);
            }
        }
    }

    private byte[] mutated(byte[] body) {
        byte[] mutated = body;
        for (int left = random.nextInt(4); left > 0; left--) {
            int at = random.nextInt(mutated.length);
            int end = Math.min(mutated.length, at + random.nextInt(3));
            byte[] part = random.nextBoolean()
                    ? new byte[] {PARTS[random.nextInt(PARTS.length)]}
                    : Arrays.copyOfRange(body, at % body.length, Math.min(body.length, at % body.length + 9));
            mutated = spliced(mutated, at, end, part);
        }
        return mutated;
    }

    private static byte[] spliced(byte[] body, int from, int to, byte[] part) {
        byte[] spliced = new byte[from + part.length + body.length - to];
        System.arraycopy(body, 0, spliced, 0, from);
        System.arraycopy(part, 0, spliced, from, part.length);
        System.arraycopy(body, to, spliced, from + part.length, body.length - to);
        return spliced.length == 0 ? new byte[] {' '} : spliced;
    }

    private static List<Operation> operations() {
        return List.of(
                new OpenPlayers(),
                new BookTransfers(),
                new MintLaunchCodes(300_000),
                new SetLimits(),
                new BlockPlayer(),
                new ChangeProfile());
    }
}
