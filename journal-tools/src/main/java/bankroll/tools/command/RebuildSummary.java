package bankroll.tools.command;

import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import java.time.Instant;

/** A rebuild in words. */
final class RebuildSummary {
    private RebuildSummary() {}

    static Summary of(Rebuild.Result result) {
        return new Summary()
                .put("entries", result.entries())
                .put("last_sequence", result.lastSequence())
                .put("last_time", Instant.ofEpochMilli(result.lastTimeMs()).toString())
                .put("bookings", result.bookings())
                .put("chain_head", result.head() == null ? null : result.head().toString())
                .put("digest", result.digest())
                .put(
                        "snapshot",
                        result.snapshot() == null ? null : result.snapshot().toString())
                .put("result", "good: verified and read back");
    }
}
