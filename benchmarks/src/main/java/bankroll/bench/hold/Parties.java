package bankroll.bench.hold;

import bankroll.bench.hold.WorstRequests.Asked;
import bankroll.bench.hold.WorstRequests.Asked.Signed;
import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;

/**
 * Who calls.
 *
 * @param secrets of the platform, with spaces between them; the last {@code whsec_} one signs
 * @param key of that one
 * @param token of the operator
 */
record Parties(String secrets, byte[] key, String token) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 32;

    /** With so many live keys: half of them symmetric, half public. */
    static Parties of(int keys) {
        StringJoiner secrets = new StringJoiner(" ");
        byte[] key = {};
        for (int i = 0; i < keys; i++) {
            if (i % 2 == 1) {
                secrets.add("whpk_" + base64(publicKey()));
            } else {
                key = random(KEY_BYTES);
                secrets.add("whsec_" + base64(key));
            }
        }
        return new Parties(
                secrets.toString(), key, "bench-" + base64(random(24)).replaceAll("[^A-Za-z0-9]", "x"));
    }

    /** The request as bytes, signed now. */
    byte[] bytes(Asked asked) {
        byte[] body = asked.body().get();
        boolean isChunked = asked.moreHeaders().startsWith(Asked.CHUNKED);
        String head = asked.method() + " " + asked.path() + " HTTP/1.1\r\nHost: bench\r\n" + asked.moreHeaders()
                + (body.length > 0 && !isChunked
                        ? "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n"
                        : "")
                + (asked.signed() == Signed.TOKEN ? "Authorization: Bearer " + token + "\r\n" : signature(asked, body))
                + "\r\n";
        byte[] ascii = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(ascii, ascii.length + body.length);
        System.arraycopy(body, 0, all, ascii.length, body.length);
        return all;
    }

    private String signature(Asked asked, byte[] body) {
        long seconds = System.currentTimeMillis() / 1_000;
        String entries = switch (asked.signed()) {
            case FORGED_HMACS -> forged("v1,", 32);
            case FORGED_CURVES -> forged("v1a,", 64);
            default -> "v1," + base64(hmac("bench." + seconds + ".", body));
        };
        return "webhook-id: bench\r\nwebhook-timestamp: " + seconds + "\r\nwebhook-signature: " + entries + "\r\n";
    }

    private static String forged(String version, int bytes) {
        return IntStream.range(0, 20)
                .mapToObj(i -> version + base64(signatureLike(bytes)))
                .collect(Collectors.joining(" "));
    }

    /** What an ed25519 signature looks like: its second half is a number below the curve's order. */
    private static byte[] signatureLike(int bytes) {
        byte[] random = random(bytes);
        random[bytes - 1] &= 0x0F;
        return random;
    }

    private byte[] hmac(String text, byte[] body) {
        Mac mac = Sha256.hmac(key);
        mac.update(text.getBytes(StandardCharsets.US_ASCII));
        return mac.doFinal(body);
    }

    private static byte[] publicKey() {
        try {
            byte[] encoded = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPublic()
                    .getEncoded();
            return Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no ed25519", e);
        }
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
