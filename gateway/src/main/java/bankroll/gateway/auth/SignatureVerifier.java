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
    private SignatureFault.Found fault;

    public SignatureVerifier(SigningKeys source) {
        this.source = source;
    }

    /**
     * The platform one of whose live keys made one of the request's signatures, or null: {@code invalid_signature}, for the
     * reason that {@link #fault} tells.
     *
     * @param nowMs wall clock
     */
    public Caller verify(SignedRequest request, long nowMs) {
        refresh();
        fault = SignedHeaders.ofList(request);
        return fault == null ? signer(request, nowMs) : unsigned;
    }

    /** Why the last request had no signer. */
    public SignatureFault.Found fault() {
        return fault;
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
        SignatureFault.Found ofList = SignedHeaders.ofList(request);
        return ofList != null || !allSignIdAndTime ? ofList : ofIdAndTime(request, nowMs);
    }

    private Caller signer(SignedRequest request, long nowMs) {
        List<String> entries = SignatureList.entries(request.signature());
        SignatureFault.Found ofIdAndTime = ofIdAndTime(request, nowMs);
        for (int i = 0; i < keys.size(); i++) {
            SigningScheme scheme = keys.get(i).scheme();
            boolean isTried = ofIdAndTime == null || !scheme.signsIdAndTime();
            if (isTried && scheme.matches(request, entries)) {
                // the last caller is likely to call next: its key is then the first to be tried
                Collections.swap(keys, 0, i);
                keys.get(0).uses().increment();
                return keys.get(0).caller();
            }
        }
        boolean isForBodyAlone = !allSignIdAndTime && request.id() == null && request.timestamp() == null;
        fault = ofIdAndTime == null || isForBodyAlone ? ofSignatures(entries) : ofIdAndTime;
        return unsigned;
    }

    private SignatureFault.Found ofIdAndTime(SignedRequest request, long nowMs) {
        return SignedHeaders.ofIdAndTime(request, nowMs, source.toleranceSeconds());
    }

    private SignatureFault.Found ofSignatures(List<String> entries) {
        boolean isReadable = keys.stream().anyMatch(key -> key.scheme().canRead(entries));
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
}
