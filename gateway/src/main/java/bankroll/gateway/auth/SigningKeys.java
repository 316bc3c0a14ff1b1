package bankroll.gateway.auth;

import bankroll.gateway.auth.SignedRequest.Prefix;
import bankroll.gateway.auth.SignedRequest.SigningScheme;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The live keys of all platforms: several platforms, several keys each while they rotate. {@link #replace} puts a new set in
 * force without a restart; the {@link Verifier} of every event loop takes it up with its next request. Any thread.
 */
public final class SigningKeys {
    private static final SignatureFault.Found NO_SIGNATURE =
            SignatureFault.NO_SIGNATURE.found("no entry of webhook-signature can be read as a signature");
    private static final SignatureFault.Found NO_KEY = SignatureFault.NO_KEY.found(
            "no live key made this signature; is the secret the right one, and was the raw body signed as it was sent?");

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

    /** Finds who signed, on one event loop. */
    public Verifier verifier() {
        return new Verifier();
    }

    /** Fresh cryptographic state for one event loop. */
    private List<LiveKey> live(List<Platform> set) {
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
    private static Caller unsigned(List<Platform> set) {
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
        if (secret.startsWith(Secret.PUBLIC) && caller.hasWebhookId()) {
            return SigningScheme.StandardEd25519.of(prefix, decoded(caller, secret.substring(Secret.PUBLIC.length())));
        }
        if (!secret.startsWith(Secret.SYMMETRIC)) {
            throw new IllegalArgumentException("platform " + caller.name() + ": a secret must start with "
                    + Secret.SYMMETRIC + (caller.hasWebhookId() ? " or " + Secret.PUBLIC : ""));
        }
        byte[] key = decoded(caller, secret.substring(Secret.SYMMETRIC.length()));
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
    private record KeyName(String platform, String id) {}

    /** One key of one platform, and how often it has signed. */
    private record LiveKey(Caller caller, SigningScheme scheme, KeyName name, LongAdder uses) {}

    /** Finds the platform that signed a request, or says why nobody did; one per event loop. */
    public final class Verifier {
        private List<Platform> inForce;
        private List<LiveKey> keys;
        private boolean allSignIdAndTime;
        private Caller unsigned;

        private Verifier() {}

        /**
         * The platform one of whose live keys made one of the request's signatures, or null: {@code invalid_signature}. A {@link
         * #trial} tells the reason, too.
         *
         * @param nowMs wall clock
         */
        public Caller verify(SignedRequest request, long nowMs) {
            Trial trial = trial(request, nowMs);
            trial.goOn(Long.MAX_VALUE);
            return trial.caller();
        }

        /** Begins to look for the platform that signed a request, one key after the other. */
        public Trial trial(SignedRequest request, long nowMs) {
            refresh();
            return new Trial(request, nowMs);
        }

        /**
         * What is wrong with the headers of a request whatever its body may be, so that the body need not be waited for; null
         * when it has to be.
         *
         * @param nowMs wall clock
         */
        public SignatureFault.Found headFault(SignedRequest request, long nowMs) {
            refresh();
            if (unsigned != null) {
                return null;
            }
            if (request.entries() == null) {
                return request.listFault();
            }
            return allSignIdAndTime ? request.idAndTimeFault(nowMs, toleranceSeconds) : null;
        }

        /**
         * What is wrong with one header for its length alone, of a request whose head is too long to be read to its end; null when
         * nothing is. Whoever need not sign the header is refused, too: nobody reads the signature any more.
         */
        public SignatureFault.Found lengthFault(String header, int length) {
            refresh();
            return unsigned == null ? SignedRequest.lengthFault(header, length) : null;
        }

        private static SignatureFault.Found ofSignatures(List<LiveKey> tried, List<String> entries) {
            boolean isReadable = tried.stream()
                    .anyMatch(key -> !key.scheme().signatures(entries).isEmpty());
            return isReadable ? NO_KEY : NO_SIGNATURE;
        }

        private void refresh() {
            List<Platform> newest = platforms;
            if (newest != inForce) {
                keys = live(newest);
                allSignIdAndTime = keys.stream().allMatch(key -> key.scheme().signsIdAndTime());
                unsigned = SigningKeys.unsigned(newest);
                inForce = newest;
            }
        }

        /** The last caller is likely to call next: its key is then the first to be tried. */
        private void signed(LiveKey key) {
            key.uses().increment();
            int at = keys.indexOf(key);
            if (at > 0) {
                Collections.swap(keys, 0, at);
            }
        }

        /**
         * The search for the key that signed one request. A large body under many keys is no work for one turn of an event loop:
         * so it can be put off after each attempt. On the event loop of its verifier.
         */
        public final class Trial {
            private final SignedRequest request;
            private final SignatureFault.Found ofIdAndTime;
            private final List<String> entries;
            private List<LiveKey> tried = List.of();
            private boolean isOwn;
            private int next;
            private int attempt;
            private Caller caller;
            private SignatureFault.Found why;

            private Trial(SignedRequest request, long nowMs) {
                this.request = request;
                this.caller = unsigned;
                this.entries = request.entries();
                this.ofIdAndTime = entries == null ? null : request.idAndTimeFault(nowMs, toleranceSeconds);
                if (entries == null) {
                    why = request.listFault();
                } else {
                    tried = keys;
                    if (tried.isEmpty()) {
                        nobody();
                    }
                }
            }

            /**
             * Goes on for about so long, with one attempt at least; true when it is known who signed.
             *
             * @param stepNs in nanoseconds
             */
            public boolean goOn(long stepNs) {
                long startNs = System.nanoTime();
                while (next < tried.size()) {
                    if (isSignedByNext()) {
                        LiveKey signer = tried.get(next);
                        tried = List.of();
                        caller = signer.caller();
                        signed(signer);
                    } else if (next == tried.size()) {
                        nobody();
                    } else if (System.nanoTime() - startNs >= stepNs) {
                        putOff();
                        return false;
                    }
                }
                return true;
            }

            private boolean isSignedByNext() {
                SigningScheme scheme = tried.get(next).scheme();
                boolean isTried = ofIdAndTime == null || !scheme.signsIdAndTime();
                int attempts = isTried ? scheme.attempts(entries) : 0;
                if (attempt < attempts && scheme.matches(request, entries, attempt)) {
                    return true;
                }
                if (++attempt >= attempts) {
                    attempt = 0;
                    next++;
                }
                return false;
            }

            private void nobody() {
                boolean isForBodyAlone = !allSignIdAndTime && request.id() == null && request.timestamp() == null;
                why = ofIdAndTime == null || isForBodyAlone ? ofSignatures(tried, entries) : ofIdAndTime;
            }

            /** Other requests change the order of the keys meanwhile. */
            private void putOff() {
                if (!isOwn) {
                    tried = List.copyOf(tried);
                    isOwn = true;
                }
            }

            /** The platform one of whose live keys has signed, or null: {@code invalid_signature}. */
            public Caller caller() {
                return caller;
            }

            /** Why nobody has. */
            public SignatureFault.Found fault() {
                return why;
            }
        }
    }
}
