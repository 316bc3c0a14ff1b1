package bankroll.gateway.config;

import bankroll.protocol.LedgerSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The effective configuration: checked, complete, immutable. Made by {@link ConfigurationLoader}.
 *
 * @param data the data directory
 * @param demo whether demo players and secrets are made
 * @param platform the platforms' listener
 * @param operator the operator's listener and its tokens
 * @param platforms who may call
 * @param journal the journal's settings
 * @param ledger the settings on which decisions depend
 * @param launchCodeTtlMs how long a launch code lives when its request doesn't say (decisions §3)
 * @param engine the engine's bounds
 * @param values every setting as {@code ./bankroll config} shows it
 * @param warnings what works but should not stay so
 */
public record Configuration(
        Path data,
        boolean demo,
        PlatformListener platform,
        OperatorListener operator,
        List<Platform> platforms,
        JournalSettings journal,
        LedgerSettings ledger,
        long launchCodeTtlMs,
        EngineSettings engine,
        List<EffectiveValue> values,
        List<String> warnings) {

    /** What is missing before the service can be of use; empty when nothing is. */
    public List<String> missing() {
        return MissingParties.of(platforms, operator.tokens());
    }
}
