package bankroll.tools.export;

import bankroll.protocol.Anomaly;
import bankroll.protocol.Outcome;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** The words for outcomes and anomalies, as bytes made once. */
final class Labels {
    private static final UnsafeBuffer[] OUTCOMES =
            Row.words(Arrays.stream(Outcome.values()).map(Outcome::label).toArray(String[]::new));
    private static final UnsafeBuffer[] ANOMALIES =
            Row.words(Arrays.stream(Anomaly.values()).map(Anomaly::label).toArray(String[]::new));

    private Labels() {}

    static UnsafeBuffer outcome(Outcome outcome) {
        return OUTCOMES[outcome.ordinal()];
    }

    static UnsafeBuffer anomaly(Anomaly anomaly) {
        return ANOMALIES[anomaly.ordinal()];
    }
}
