package bankroll.gateway.auth;

import bankroll.gateway.config.Ed25519Key;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Arrays;
import java.util.List;

/**
 * {@code v1a}: ed25519 over the signed text and the raw body, checked with a public key. The algorithm hashes the body anew
 * with each signature, which costs a hundred times what an HMAC does: so the same one is tried once, none after the one that
 * matches, and an event loop serves others in between. All that a list may hold are tried (decisions §1).
 */
final class StandardEd25519 implements SigningScheme {
    private static final String VERSION = "v1a";
    private static final int SIGNATURE_BYTES = 64;

    private final SignedRequest.Prefix prefix;
    private final PublicKey key;
    private final Signature verifier;

    StandardEd25519(SignedRequest.Prefix prefix, PublicKey key, Signature verifier) {
        this.prefix = prefix;
        this.key = key;
        this.verifier = verifier;
    }

    /** The scheme with the 32 bytes of a key. */
    static StandardEd25519 of(SignedRequest.Prefix prefix, byte[] publicKey) {
        PublicKey key =
                Ed25519Key.of(publicKey).orElseThrow(() -> new IllegalArgumentException("not an ed25519 public key"));
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
            return new StandardEd25519(prefix, key, verifier);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an ed25519 public key", e);
        }
    }

    @Override
    public int attempts(List<String> entries) {
        return signatures(entries).size();
    }

    @Override
    public boolean matches(SignedRequest request, List<String> entries, int attempt) {
        List<byte[]> signatures = signatures(entries);
        byte[] signature = signatures.get(attempt);
        return !isAmong(signatures.subList(0, attempt), signature)
                && verifies(request.signed(prefix), request, signature);
    }

    private static List<byte[]> signatures(List<String> entries) {
        return SignedHeaders.ofVersion(entries, VERSION, SIGNATURE_BYTES);
    }

    @Override
    public boolean canRead(List<String> entries) {
        return !signatures(entries).isEmpty();
    }

    private static boolean isAmong(List<byte[]> tried, byte[] signature) {
        return tried.stream().anyMatch(other -> Arrays.equals(other, signature));
    }

    private boolean verifies(byte[] before, SignedRequest request, byte[] signature) {
        try {
            // one that could not be decoded before leaves its bytes behind
            verifier.initVerify(key);
            verifier.update(before);
            if (request.body() != null) {
                verifier.update(request.body(), 0, request.bodyLength());
            }
            return verifier.verify(signature);
        } catch (SignatureException notEvenASignature) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that worked at start no longer does", e);
        }
    }
}
