package bankroll.gateway.api.operator;

import bankroll.cluster.AeronLog;
import bankroll.engine.Engine;
import bankroll.engine.EngineStatus;
import bankroll.engine.Request;
import bankroll.gateway.api.operator.TokenAdmission.TokenGuesses;
import bankroll.gateway.auth.OperatorTokens;
import bankroll.gateway.backup.BackupStatus;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Settings;
import bankroll.gateway.trace.Refusals;
import bankroll.gateway.trace.Refusals.SecurityLog;
import bankroll.journal.JournalSource;
import bankroll.protocol.HashKey;
import io.github.bucket4j.TimeMeter;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the operator API needs, with defaults for what may be left out. Set up before the API is added to the routes; after
 * that only tokens, platforms and who reads the configuration again may change, by any thread.
 */
public final class OperatorContext {
    private LongSupplier clockMs = System::currentTimeMillis;
    Predicate<Request> submit;
    Supplier<EngineStatus> engineStatus;
    HashKey hashKey;
    private TokenGuesses guesses =
            new TokenGuesses(Settings.WRONG_TOKENS_PER_MINUTE.fallback(), TimeMeter.SYSTEM_NANOTIME);
    Refusals refusals = new Refusals("operator", new SecurityLog(0, clockMs));
    volatile Function<String, Reloaded> reload;
    volatile OperatorTokens tokens = new OperatorTokens(List.of());
    volatile List<String> platforms = List.of();
    long launchCodeTtlMs = Settings.LAUNCH_CODE_TTL_MS.fallback();
    String version = "dev";
    private Supplier<BackupStatus> backups = () -> BackupStatus.NONE;
    AeronLog cluster;
    JournalSource journal;

    /** Takes the tokens and the platforms from the configuration, at the start and whenever it is read again. */
    public OperatorContext parties(Configuration configuration) {
        return tokens(configuration.tokens())
                .platforms(
                        configuration.platforms().stream().map(Platform::name).toList());
    }

    /** The engine that decides; required. */
    public OperatorContext engine(Engine engine) {
        return engine(engine::submit, engine::status, engine.hashKey());
    }

    OperatorContext engine(Predicate<Request> submit, Supplier<EngineStatus> engineStatus, HashKey hashKey) {
        this.submit = submit;
        this.engineStatus = engineStatus;
        this.hashKey = hashKey;
        return this;
    }

    /** How the scheduled backups stand; there are none by default. */
    public OperatorContext backups(Supplier<BackupStatus> value) {
        backups = value;
        return this;
    }

    /** See {@link #backups(Supplier)}. */
    public Supplier<BackupStatus> backups() {
        return backups;
    }

    /** This node's place among others; null, the default, for a single node. */
    public OperatorContext cluster(AeronLog value) {
        cluster = value;
        return this;
    }

    /** Its journal, for other nodes; null, the default, where nobody asks for it. */
    public OperatorContext journal(JournalSource value) {
        journal = value;
        return this;
    }

    /** Who may call; nobody by default. */
    public OperatorContext tokens(List<OperatorToken> value) {
        tokens = new OperatorTokens(value);
        return this;
    }

    /** The platforms' names, in the order in which a transaction is looked for in their id spaces. */
    public OperatorContext platforms(List<String> value) {
        platforms = List.copyOf(value);
        return this;
    }

    /** How long a launch code lives when its call doesn't say; the setting's default unless set. */
    public OperatorContext launchCodeTtlMs(long value) {
        launchCodeTtlMs = value;
        return this;
    }

    /** Wrong tokens that an address may present within a minute; the setting's default unless set. */
    public OperatorContext wrongTokensPerMinute(int value) {
        guesses = new TokenGuesses(value, TimeMeter.SYSTEM_NANOTIME);
        return this;
    }

    /** Lets in who has a token with this role or a higher one. */
    TokenAdmission admission(OperatorRole needed) {
        return new TokenAdmission(() -> tokens, guesses, refusals, needed);
    }

    /** Reads the configuration again, for the operator with this name; nobody can by default. Any thread, at any time. */
    public OperatorContext reload(Function<String, Reloaded> value) {
        reload = value;
        return this;
    }

    /** Counts who is turned away. */
    public OperatorContext refusals(Refusals value) {
        refusals = value;
        return this;
    }

    /** What {@code status} tells of the software. */
    public OperatorContext version(String value) {
        version = value;
        return this;
    }

    /** Wall clock in milliseconds. */
    public OperatorContext clockMs(LongSupplier value) {
        clockMs = value;
        return this;
    }

    /** Wall clock in milliseconds. */
    public LongSupplier clockMs() {
        return clockMs;
    }
}
