package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.report.Facts;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/** The service's trial balance before and after the load, against what the model says. One thread. */
final class BooksCheck {
    private final OperatorClient operator;
    private final BigInteger playersBefore;
    private boolean agree = true;

    /** Reads the trial balance as it is before the load, all players funded. */
    BooksCheck(OperatorClient operator) {
        this.operator = operator;
        playersBefore = new BigInteger(read().get("players"));
    }

    /** Reads it again and compares: it sums to zero, and players own what the answers say. */
    Facts compare(LoadRun run) {
        Map<String, String> after = read();
        BigInteger players = new BigInteger(after.get("players"));
        Facts facts = new Facts();
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
        String text = operator.get("/operator/v1/trial-balance");
        Map<String, String> line = new LinkedHashMap<>();
        try (JsonParser json = new JsonFactory().createParser(text)) {
            while (json.nextToken() != null && !Workload.CURRENCY.equals(line.get("currency"))) {
                if (json.currentToken() == JsonToken.START_OBJECT) {
                    line.clear();
                    readLine(json, line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no trial balance: " + text, e);
        }
        if (line.get("players") == null) {
            throw new IllegalStateException("no " + Workload.CURRENCY + " in the trial balance: " + text);
        }
        return line;
    }

    /** Reads the plain members of an object, up to its end or its first array. */
    private static void readLine(JsonParser json, Map<String, String> line) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (!json.nextToken().isScalarValue()) {
                return;
            }
            line.put(name, json.getText());
        }
    }
}
