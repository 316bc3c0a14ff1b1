package bankroll.gateway.auth;

import bankroll.gateway.config.Platform;
import java.util.Collections;
import java.util.List;

/** Finds the platform that signed a request; one per event loop. */
public final class SignatureVerifier {
    private final SigningKeys source;
    private List<Platform> inForce;
    private List<SigningKeys.LiveKey> keys;
    private Caller unsigned;

    public SignatureVerifier(SigningKeys source) {
        this.source = source;
    }

    /**
     * The platform one of whose live keys made one of the request's signatures, or null: {@code invalid_signature}.
     *
     * @param nowMs wall clock
     */
    public Caller verify(SignedRequest request, long nowMs) {
        refresh();
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).scheme().matches(request, nowMs)) {
                // the last caller is likely to call next: its key is then the first to be tried
                Collections.swap(keys, 0, i);
                return keys.get(0).caller();
            }
        }
        return unsigned;
    }

    private void refresh() {
        List<Platform> newest = source.platforms();
        if (newest != inForce) {
            keys = source.live(newest);
            unsigned = SigningKeys.unsigned(newest);
            inForce = newest;
        }
    }
}
