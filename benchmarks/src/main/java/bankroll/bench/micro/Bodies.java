package bankroll.bench.micro;

import bankroll.bench.load.SignedBody;
import bankroll.bench.play.Mix;
import bankroll.bench.play.Workload;
import bankroll.protocol.HashKey;

/** What all micro benchmarks play. */
final class Bodies {
    /** The journal's key. */
    static final HashKey KEY = new HashKey(0x0123456789abcdefL, 0x0fedcba987654321L);

    /** A platform's signing secret, drawn once for all. */
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private Bodies() {}

    /** The usual mix on that many players. */
    static Workload workload(int players) {
        return new Workload(1, "00000000", players, 1, 0.2, 0.8, Mix.parse(Mix.DEFAULT));
    }

    /** A signed body of the usual mix. */
    static SignedBody signed(int items) {
        return SignedBody.of(workload(100_000), items, SECRET);
    }
}
