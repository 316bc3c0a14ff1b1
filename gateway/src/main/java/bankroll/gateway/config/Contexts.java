package bankroll.gateway.config;

import bankroll.cluster.ClusterContext;
import bankroll.engine.EngineContext;
import bankroll.gateway.backup.BackupContext;
import bankroll.gateway.http.HttpContext;
import bankroll.protocol.LedgerSettings;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The options of the engine, of both listeners, of the cluster and of the scheduled backup, which settings write into.
 *
 * @param engine the engine's, its journal's among them
 * @param platform the listener that platforms call
 * @param operator the operator's: it has the bounds of the platforms' one, and one event loop
 * @param cluster those of a node that decides together with others
 * @param backup the scheduled backup's
 */
public record Contexts(
        EngineContext engine,
        HttpContext platform,
        HttpContext operator,
        ClusterContext cluster,
        BackupContext backup) {
    Contexts() {
        this(
                new EngineContext(),
                new HttpContext().name("platform"),
                new HttpContext().name("operator").challenge("Bearer"),
                new ClusterContext(),
                new BackupContext());
    }

    /** The operators' part of what both listeners share is one of so many; the platforms have the rest. */
    static final int OPERATORS_PART = 4;

    /** Shares bytes out to both listeners: each is a world of its own, and can't take the other's. */
    static BiConsumer<Contexts, Long> shares(BiConsumer<HttpContext, Long> option) {
        return (contexts, value) -> {
            option.accept(contexts.platform, value - value / OPERATORS_PART);
            option.accept(contexts.operator, value / OPERATORS_PART);
        };
    }

    /** Writes to both listeners. */
    static <T> BiConsumer<Contexts, T> listeners(BiConsumer<HttpContext, T> option) {
        return (contexts, value) -> {
            option.accept(contexts.platform, value);
            option.accept(contexts.operator, value);
        };
    }

    /** Writes to what decisions depend on. */
    static <T> BiConsumer<Contexts, T> ledger(BiFunction<LedgerSettings, T, LedgerSettings> option) {
        return (contexts, value) -> contexts.engine.settings(option.apply(contexts.engine.settings(), value));
    }
}
