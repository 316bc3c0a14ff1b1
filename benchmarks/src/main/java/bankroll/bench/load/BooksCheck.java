package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.tools.console.Summary;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The service's trial balance before and after the load, against what the model says. One thread. */
final class BooksCheck {
    private final ServiceClient operator;
    private final BigInteger playersBefore;
    private boolean agree = true;

    /** Reads the trial balance as it is before the load, all players funded. */
    BooksCheck(ServiceClient operator) {
        this.operator = operator;
        playersBefore = new BigInteger(read().get("players"));
    }

    /** Reads it again and compares: it sums to zero, and players own what the answers say. */
    Summary compare(LoadRun run) {
        Map<String, String> after = read();
        BigInteger players = new BigInteger(after.get("players"));
        Summary facts = new Summary();
        after.forEach(facts::put);
        agree = "0".equals(after.get("sum"));
        facts.put("sums to zero", agree ? "yes" : "NO");
        if (!run.findings().areClean()) {
            return facts.put("as the model says", "not compared: not every answer was as expected");
        }
        BigInteger expected = playersBefore.add(BigInteger.valueOf(run.totalMoved()));
        boolean same = players.equals(expected);
        agree &= same;
        return facts.put("as the model says", same ? "yes" : "NO: players should own " + expected);
    }

    boolean agree() {
        return agree;
    }

    private Map<String, String> read() {
        String text =
                operator.call("GET", "/operator/v1/trial-balance", "").orThrow().body();
        if (Json.read(text) instanceof Map<?, ?> balance && balance.get("currencies") instanceof List<?> lines) {
            for (Object line : lines) {
                if (line instanceof Map<?, ?> members && Workload.CURRENCY.equals(members.get("currency"))) {
                    Map<String, String> read = new LinkedHashMap<>();
                    members.forEach((name, value) -> read.put(name.toString(), value.toString()));
                    return read;
                }
            }
        }
        throw new IllegalStateException("no " + Workload.CURRENCY + " in the trial balance: " + text);
    }
}
