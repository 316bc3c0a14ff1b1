package bankroll.gateway.contract.kit;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/** A fresh ed25519 key pair: {@code whpk_} for the service, {@code v1a,} for the caller (decisions §1). */
public final class Ed25519Key {
    private static final int RAW_LENGTH = 32;
    private final KeyPair pair;

    /** Makes a key pair. */
    public Ed25519Key() {
        try {
            pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK from 15 has Ed25519", e);
        }
    }

    /** {@code whpk_<base64 of the 32 raw bytes>}. */
    public String publicKey() {
        byte[] x509 = pair.getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(x509, x509.length - RAW_LENGTH, x509.length);
        return "whpk_" + Base64.getEncoder().encodeToString(raw);
    }

    /** {@code v1a,<base64>} over {@code <id>.<timestamp>.<body>}. */
    public String signature(String id, String timestamp, byte[] body) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update(Signer.signedBytes(id, timestamp, body));
            return "v1a," + Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
