package bankroll.gateway.auth;

import bankroll.gateway.config.Platform;
import java.util.Collections;
import java.util.List;

/** Finds the platform that signed a request, or says why nobody did; one per event loop. */
public final class SignatureVerifier {
    private static final SignatureFault.Found NO_SIGNATURE =
            SignatureFault.NO_SIGNATURE.found("no entry of webhook-signature can be read as a signature");
    private static final SignatureFault.Found NO_KEY = SignatureFault.NO_KEY.found(
            "no live key made this signature; is the secret the right one, and was the raw body signed as it was sent?");

    private final SigningKeys source;
    private List<Platform> inForce;
    private List<SigningKeys.LiveKey> keys;
    private boolean allSignIdAndTime;
    private Caller unsigned;

    public SignatureVerifier(SigningKeys source) {
        this.source = source;
    }

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
        return allSignIdAndTime ? request.idAndTimeFault(nowMs, source.toleranceSeconds()) : null;
    }

    private static SignatureFault.Found ofSignatures(List<SigningKeys.LiveKey> tried, List<String> entries) {
        boolean isReadable =
                tried.stream().anyMatch(key -> !key.scheme().signatures(entries).isEmpty());
        return isReadable ? NO_KEY : NO_SIGNATURE;
    }

    private void refresh() {
        List<Platform> newest = source.platforms();
        if (newest != inForce) {
            keys = source.live(newest);
            allSignIdAndTime = keys.stream().allMatch(key -> key.scheme().signsIdAndTime());
            unsigned = SigningKeys.unsigned(newest);
            inForce = newest;
        }
    }

    /** The last caller is likely to call next: its key is then the first to be tried. */
    private void signed(SigningKeys.LiveKey key) {
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
        private List<SigningKeys.LiveKey> tried = List.of();
        private boolean isOwn;
        private int next;
        private int attempt;
        private Caller caller;
        private SignatureFault.Found why;

        private Trial(SignedRequest request, long nowMs) {
            this.request = request;
            this.caller = unsigned;
            this.entries = request.entries();
            this.ofIdAndTime = entries == null ? null : request.idAndTimeFault(nowMs, source.toleranceSeconds());
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
                    SigningKeys.LiveKey signer = tried.get(next);
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
