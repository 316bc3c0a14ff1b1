package bankroll.gateway.contract.kit;

import bankroll.engine.EngineContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Settings of one service: what is not set here is the product's default. */
public final class ServiceSettings {
    /** The secret of the platform {@code alpha}, which most tests are. */
    public static final String ALPHA = "whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=";
    /** The second live secret of {@code alpha}. */
    public static final String ALPHA_NEXT = "whsec_YWxwaGEtbmV4dC1hbHBoYS1uZXh0LWFscGhhISE=";
    /** The secret of the platform {@code beta}. */
    public static final String BETA = "whsec_YmV0YS1iZXRhLWJldGEtYmV0YS1iZXRhLWJldGE";
    /** The secret of {@code bodied}, whose scheme is {@code body}. */
    public static final String BODIED = "whsec_Ym9keS1ib2R5LWJvZHktYm9keS1ib2R5LWJvZHk=";
    /** The secret of {@code slow}, which may send one request in a hundred seconds after a first two. */
    public static final String SLOW = "whsec_c2xvdy1zbG93LXNsb3ctc2xvdy1zbG93LXNsb3c=";
    /** The ed25519 key of {@code curve}. */
    public static final Ed25519Key CURVE = new Ed25519Key();
    /** The token of role {@code admin}. */
    public static final String ADMIN = "contract-admin-token-0123456789abcdef";
    /** The token of role {@code support}. */
    public static final String SUPPORT = "contract-support-token-0123456789abcdef";
    /** The token of role {@code read}. */
    public static final String READ = "contract-read-token-0123456789abcdef";

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final List<Map<String, Object>> platforms = new ArrayList<>();
    private String listen = "127.0.0.1:0";
    private Consumer<EngineContext> engine = options -> {};

    /** Three tokens and {@code alpha}; no waiting for the disk and, on a busy machine, no deadline that matters. */
    public ServiceSettings() {
        set(
                "operator.tokens",
                List.of(token("ada", "admin", ADMIN), token("sue", "support", SUPPORT), token("rea", "read", READ)));
        set("journal.sync", "none");
        set("platform.deadline-ms", 20_000);
        platform(Map.of("name", "alpha", "secrets", List.of(ALPHA, ALPHA_NEXT)));
    }

    /** The service that all tests share: every kind of platform, defaults for all else. */
    public static ServiceSettings shared() {
        return new ServiceSettings()
                .platform(Map.of("name", "beta", "secrets", List.of(BETA)))
                .platform(Map.of("name", "curve", "secrets", List.of(CURVE.publicKey())))
                .platform(Map.of("name", "bodied", "scheme", "body", "secrets", List.of(BODIED)))
                .platform(Map.of(
                        "name",
                        "slow",
                        "secrets",
                        List.of(SLOW),
                        "rate-limit",
                        Map.of("per-second", 0.01, "burst", 2)));
    }

    /** Sets one key of the configuration. */
    public ServiceSettings set(String key, Object value) {
        values.put(key, value);
        return this;
    }

    /** Adds a platform. */
    public ServiceSettings platform(Map<String, Object> platform) {
        platforms.add(platform);
        return this;
    }

    /** Where platforms call, a free port of the loopback unless set. */
    public ServiceSettings listen(String address) {
        listen = address;
        return this;
    }

    /** Options of the engine that no configuration has; for a service of this JVM. */
    public ServiceSettings engine(Consumer<EngineContext> options) {
        engine = options;
        return this;
    }

    Consumer<EngineContext> engine() {
        return engine;
    }

    String listen() {
        return listen;
    }

    /** How a listener is called. */
    String scheme(String listener) {
        return values.containsKey(listener + ".tls-certificate") ? "https://" : "http://";
    }

    /** Takes every platform out. */
    public ServiceSettings withoutPlatforms() {
        platforms.clear();
        return this;
    }

    /** The configuration as a file's text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) ->
                text.append(key).append(" = ").append(Json.write(value)).append('\n'));
        return text.append("platforms = ")
                .append(Json.write(platforms))
                .append('\n')
                .toString();
    }

    private static Map<String, String> token(String name, String role, String token) {
        return Map.of("name", name, "role", role, "token", token);
    }
}
