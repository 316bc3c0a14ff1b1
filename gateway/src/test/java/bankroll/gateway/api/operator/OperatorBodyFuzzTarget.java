package bankroll.gateway.api.operator;

import bankroll.gateway.api.Calls;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.json.MalformedRequest;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

/** Any bytes are what an operator's call asks for, or malformed. */
class OperatorBodyFuzzTarget {
    private final List<Operation> operations = List.of(
            new OpenPlayers(),
            new BookTransfers(),
            new MintLaunchCodes(300_000),
            new SetLimits(),
            new BlockPlayer(),
            new ChangeProfile());

    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] body) {
        for (Operation operation : operations) {
            try {
                operation.ask(Calls.call("p", body));
            } catch (MalformedRequest refused) {
                // an answer
            }
        }
    }
}
