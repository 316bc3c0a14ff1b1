package bankroll.gateway.auth;

import bankroll.gateway.auth.SignedRequest.Prefix;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The live keys of all platforms: several platforms, several keys each while they rotate. {@link #replace} puts a new set
 * in force without a restart; every event loop takes it up with its next request. Any thread.
 */
public final class SigningKeys {
    private static final String SYMMETRIC = "whsec_";
    private static final String PUBLIC = "whpk_";

    private final long toleranceSeconds;
    private final Map<KeyName, LongAdder> uses = new ConcurrentHashMap<>();
    private volatile List<Platform> platforms;

    /**
     * @param platforms who may call; their secrets are checked by the configuration
     * @param toleranceSeconds how far a signature's time may be off, either way
     */
    public SigningKeys(List<Platform> platforms, long toleranceSeconds) {
        this.toleranceSeconds = toleranceSeconds;
        replace(platforms);
    }

    /** Puts a new set of platforms and keys in force; refuses the whole set if a key in it can't be used. */
    public void replace(List<Platform> replacement) {
        List<Platform> copy = List.copyOf(replacement);
        Set<KeyName> names = live(copy).stream().map(LiveKey::name).collect(Collectors.toSet());
        uses.keySet().retainAll(names);
        platforms = copy;
    }

    /** How often each live key has signed a request, by platform and id of the key ({@link Secret#id}). */
    public Map<List<String>, Long> uses() {
        Map<List<String>, Long> counts = new HashMap<>();
        uses.forEach((name, count) -> counts.put(List.of(name.platform(), name.id()), count.sum()));
        return counts;
    }

    /** How far a signature's time may be off, either way. */
    long toleranceSeconds() {
        return toleranceSeconds;
    }

    /** The set in force, compared by identity to see that it changed. */
    List<Platform> platforms() {
        return platforms;
    }

    /** Fresh cryptographic state for one event loop. */
    List<LiveKey> live(List<Platform> set) {
        List<LiveKey> keys = new ArrayList<>();
        for (Platform platform : set) {
            switch (platform.scheme()) {
                case STANDARD, STRICT -> addKeys(keys, platform, Caller.platform(platform, true));
                case BODY -> addKeys(keys, platform, Caller.platform(platform, false));
                case OFF -> {
                    // has no keys: see unsigned
                }
            }
        }
        return keys;
    }

    /** The caller of a request without a valid signature: the first platform whose scheme is off, or null. */
    static Caller unsigned(List<Platform> set) {
        return set.stream()
                .filter(platform -> platform.scheme() == SignatureScheme.OFF)
                .findFirst()
                .map(platform -> Caller.platform(platform, false))
                .orElse(null);
    }

    private void addKeys(List<LiveKey> keys, Platform platform, Caller caller) {
        for (Secret secret : platform.secrets()) {
            SigningScheme scheme = scheme(platform.scheme(), caller, secret.reveal());
            KeyName name = new KeyName(platform.name(), secret.id());
            keys.add(new LiveKey(caller, scheme, name, uses.computeIfAbsent(name, first -> new LongAdder())));
        }
    }

    private static SigningScheme scheme(SignatureScheme how, Caller caller, String secret) {
        Prefix prefix = how == SignatureScheme.STRICT ? Prefix.STRICT : Prefix.STANDARD;
        if (secret.startsWith(PUBLIC) && caller.hasWebhookId()) {
            return SigningScheme.StandardEd25519.of(prefix, decoded(caller, secret.substring(PUBLIC.length())));
        }
        if (!secret.startsWith(SYMMETRIC)) {
            throw new IllegalArgumentException("platform " + caller.name() + ": a secret must start with whsec_"
                    + (caller.hasWebhookId() ? " or whpk_" : ""));
        }
        byte[] key = decoded(caller, secret.substring(SYMMETRIC.length()));
        return caller.hasWebhookId() ? new SigningScheme.StandardHmac(prefix, key) : new SigningScheme.BodyHmac(key);
    }

    private static byte[] decoded(Caller caller, String base64) {
        try {
            byte[] key = Base64.getDecoder().decode(base64);
            if (key.length > 0) {
                return key;
            }
        } catch (IllegalArgumentException notBase64) {
            // the exception would quote the secret
        }
        throw new IllegalArgumentException("platform " + caller.name() + ": a secret is not base64 after its prefix");
    }

    /**
     * What a key is called where people read.
     *
     * @param platform whose key
     * @param id of the key ({@link Secret#id})
     */
    record KeyName(String platform, String id) {}

    /** One key of one platform, and how often it has signed. */
    record LiveKey(Caller caller, SigningScheme scheme, KeyName name, LongAdder uses) {}
}
