package bankroll.gateway.auth;

import bankroll.gateway.config.Secret;
import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;

/**
 * What a signature may cover, as it was sent; the rules of Standard Webhooks 1.0 for its headers, as far as they need neither
 * key nor body; and each {@link SigningScheme}. Header texts have one char per byte. Bodiless requests (GET, HEAD) sign an
 * empty body, or their path under the scheme {@code body}.
 *
 * @param method of HTTP
 * @param path as sent, without the query
 * @param id {@code webhook-id}, or null
 * @param timestamp {@code webhook-timestamp}, or null
 * @param signature {@code webhook-signature}, or null
 * @param body the raw bytes, from 0; null when the method has none
 * @param bodyLength how many bytes of {@code body} count
 */
public record SignedRequest(
        String method, String path, String id, String timestamp, String signature, byte[] body, int bodyLength) {
    /** The header of the request's id. */
    public static final String ID = "webhook-id";
    /** The header of its time. */
    public static final String TIMESTAMP = "webhook-timestamp";
    /** The header with the list of its signatures. */
    public static final String SIGNATURE = "webhook-signature";

    private static final int MAX_ENTRIES = 20;
    private static final int MAX_LENGTH = 8 * 1024;
    private static final int MAX_ID = 256;
    /** Of one character in UTF-8. */
    private static final int MOST_BYTES = 4;

    private static final int MAX_TIMESTAMP_DIGITS = 12;

    /** What stands before the body in the signed bytes; header texts and path byte for byte as sent. */
    enum Prefix {
        /** Standard Webhooks 1.0: {@code id.timestamp.} */
        STANDARD,
        /** The scheme {@code strict}: {@code id.timestamp.METHOD.path.} */
        STRICT
    }

    /** The bytes that are signed before those of the body. */
    byte[] signed(Prefix prefix) {
        String text = id + '.' + timestamp + '.';
        String whole = prefix == Prefix.STRICT ? text + method + '.' + path + '.' : text;
        return whole.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The list of signatures cut at its spaces; null when no scheme can look at it: {@link #listFault} tells why. */
    List<String> entries() {
        if (isMissing(signature) || signature.length() > MAX_LENGTH) {
            return null;
        }
        List<String> entries = new ArrayList<>(List.of(signature.split(" ", -1)));
        entries.removeIf(String::isEmpty);
        return entries.size() > MAX_ENTRIES ? null : entries;
    }

    /** What is wrong with a list of signatures that has no {@link #entries}, under every scheme. */
    SignatureFault.Found listFault() {
        return isMissing(signature) ? missing(SIGNATURE) : longList();
    }

    /** What is wrong with a header for its length in bytes alone; null when nothing is. */
    static SignatureFault.Found lengthFault(String header, int length) {
        return switch (header) {
            case SIGNATURE -> length > MAX_LENGTH ? longList() : null;
            case ID -> length > MAX_ID * MOST_BYTES ? longId() : null;
            case TIMESTAMP -> length > MAX_TIMESTAMP_DIGITS ? noTime() : null;
            default -> null;
        };
    }

    private static SignatureFault.Found longList() {
        return SignatureFault.HEADER_MALFORMED.found(
                SIGNATURE + " has more than " + MAX_ENTRIES + " entries or " + MAX_LENGTH + " characters");
    }

    private static SignatureFault.Found longId() {
        return SignatureFault.HEADER_MALFORMED.found(ID + " is longer than " + MAX_ID + " characters");
    }

    private static SignatureFault.Found noTime() {
        return SignatureFault.HEADER_MALFORMED.found(
                TIMESTAMP + " must be Unix seconds, 1 to " + MAX_TIMESTAMP_DIGITS + " digits");
    }

    /** What is wrong with id and time, both ends of the tolerance inclusive; null when nothing is. */
    SignatureFault.Found idAndTimeFault(long nowMs, long toleranceSeconds) {
        if (isMissing(id)) {
            return missing(ID);
        }
        if (isMissing(timestamp)) {
            return missing(TIMESTAMP);
        }
        if (id.length() > MAX_ID && characters(id) > MAX_ID) {
            return longId();
        }
        long seconds = seconds(timestamp);
        if (seconds < 0) {
            return noTime();
        }
        long ahead = seconds - nowMs / 1000;
        return Math.abs(ahead) <= toleranceSeconds ? null : stale(ahead, toleranceSeconds);
    }

    private static boolean isMissing(String header) {
        return header == null || header.isEmpty();
    }

    /** How many characters the bytes of a header are in UTF-8; bytes that are none of it count, too. */
    private static int characters(String header) {
        String text = new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return text.codePointCount(0, text.length());
    }

    private static SignatureFault.Found missing(String header) {
        return SignatureFault.HEADER_MISSING.found(header + " is missing, empty or there more than once");
    }

    private static SignatureFault.Found stale(long ahead, long toleranceSeconds) {
        return SignatureFault.STALE.found(
                "webhook-timestamp is " + Math.abs(ahead) + " s " + (ahead > 0 ? "ahead of" : "behind")
                        + " this service's clock; " + toleranceSeconds + " s are allowed");
    }

    /** Unix seconds in digits, or -1. */
    private static long seconds(String text) {
        if (text.length() > MAX_TIMESTAMP_DIGITS) {
            return -1;
        }
        long seconds = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            seconds = seconds * 10 + digit;
        }
        return seconds;
    }

    /**
     * One live key and how it signs. An instance belongs to one event loop, because it reuses its cryptographic state;
     * adding a scheme is a class here and a word in the configuration.
     */
    sealed interface SigningScheme {
        /** How often {@link #matches} is to be asked about these entries: each time takes about what hashing the body once does. */
        default int attempts(List<String> entries) {
            return 1;
        }

        /**
         * Whether a signature that the request lists is this key's, compared in constant time.
         *
         * @param entries of the request's list; id and time have been judged where {@link #signsIdAndTime}
         * @param attempt from 0: of a scheme that can't compare all of them at once, which one is looked at
         */
        boolean matches(SignedRequest request, List<String> entries, int attempt);

        /** The entries that can be read as signatures of this scheme, decoded; the others are skipped (decisions §1). */
        List<byte[]> signatures(List<String> entries);

        /** Whether {@code webhook-id} and {@code webhook-timestamp} are signed too, and so must be there and near. */
        default boolean signsIdAndTime() {
            return true;
        }

        /** The signatures of one version of Standard Webhooks ({@code v1} or {@code v1a}) that are {@code size} bytes long. */
        private static List<byte[]> ofVersion(List<String> entries, String version, int size) {
            List<byte[]> signatures = new ArrayList<>(entries.size());
            for (String entry : entries) {
                boolean isThis = entry.startsWith(version) && entry.startsWith(",", version.length());
                byte[] signature = isThis ? base64(entry.substring(version.length() + 1), size) : null;
                if (signature != null) {
                    signatures.add(signature);
                }
            }
            return signatures;
        }

        /** The decoded bytes if the text is base64, padded or not, of exactly {@code size} bytes, else null. */
        private static byte[] base64(String text, int size) {
            int unpadded = (size * 8 + 5) / 6;
            int padded = (size + 2) / 3 * 4;
            if (text.length() != unpadded && text.length() != padded) {
                return null;
            }
            try {
                byte[] bytes = Base64.getDecoder().decode(text);
                return bytes.length == size ? bytes : null;
            } catch (IllegalArgumentException notBase64) {
                return null;
            }
        }

        /** HMAC-SHA256 under a shared secret: computed once, compared with every signature of the list. */
        abstract sealed class Hmac implements SigningScheme {
            static final int BYTES = 32;

            private final Mac mac;
            private final byte[] computed = new byte[BYTES];

            private Hmac(byte[] secret) {
                mac = Sha256.hmac(secret);
            }

            /** The bytes that are signed before those of the body. */
            abstract byte[] before(SignedRequest request);

            @Override
            public final boolean matches(SignedRequest request, List<String> entries, int attempt) {
                List<byte[]> signatures = signatures(entries);
                if (signatures.isEmpty()) {
                    return false;
                }
                mac.update(before(request));
                if (request.body() != null) {
                    mac.update(request.body(), 0, request.bodyLength());
                }
                return isAnyOf(signatures);
            }

            /** Ends the computation; looks at every signature, whether or not one has matched. */
            private boolean isAnyOf(List<byte[]> signatures) {
                try {
                    mac.doFinal(computed, 0);
                } catch (ShortBufferException e) {
                    throw new IllegalStateException(e);
                }
                boolean matches = false;
                for (byte[] signature : signatures) {
                    matches |= MessageDigest.isEqual(computed, signature);
                }
                return matches;
            }
        }

        /** {@code v1}: HMAC-SHA256 of the signed text and the raw body. */
        final class StandardHmac extends Hmac {
            private final Prefix prefix;

            StandardHmac(Prefix prefix, byte[] secret) {
                super(secret);
                this.prefix = prefix;
            }

            @Override
            byte[] before(SignedRequest request) {
                return request.signed(prefix);
            }

            @Override
            public List<byte[]> signatures(List<String> entries) {
                return ofVersion(entries, "v1", BYTES);
            }
        }

        /**
         * The scheme {@code body}: the header alone, an HMAC-SHA256 of the raw body, or of the request path where there is no
         * body; base64 or hex, with {@code v1,} or {@code sha256=} before it or nothing.
         */
        final class BodyHmac extends Hmac {
            private static final List<String> PREFIXES = List.of("v1,", "sha256=");
            private static final byte[] NOTHING = {};

            BodyHmac(byte[] secret) {
                super(secret);
            }

            @Override
            byte[] before(SignedRequest request) {
                return request.body() == null ? request.path().getBytes(StandardCharsets.ISO_8859_1) : NOTHING;
            }

            @Override
            public List<byte[]> signatures(List<String> entries) {
                return entries.stream()
                        .map(entry -> decoded(withoutPrefix(entry)))
                        .filter(Objects::nonNull)
                        .toList();
            }

            @Override
            public boolean signsIdAndTime() {
                return false;
            }

            private static String withoutPrefix(String entry) {
                for (String prefix : PREFIXES) {
                    if (entry.startsWith(prefix)) {
                        return entry.substring(prefix.length());
                    }
                }
                return entry;
            }

            private static byte[] decoded(String text) {
                if (text.length() == 2 * BYTES) {
                    try {
                        return HexFormat.of().parseHex(text);
                    } catch (IllegalArgumentException notHex) {
                        return null;
                    }
                }
                return base64(text, BYTES);
            }
        }

        /**
         * {@code v1a}: ed25519 over the signed text and the raw body, checked with a public key. The algorithm hashes the body
         * anew with each signature, which costs a hundred times what an HMAC does: so the same one is tried once, none after the
         * one that matches, and an event loop serves others in between. All that a list may hold are tried (decisions §1).
         */
        final class StandardEd25519 implements SigningScheme {
            private static final int BYTES = 64;

            private final Prefix prefix;
            private final PublicKey key;
            private final Signature verifier;

            StandardEd25519(Prefix prefix, PublicKey key, Signature verifier) {
                this.prefix = prefix;
                this.key = key;
                this.verifier = verifier;
            }

            /** The scheme with the 32 bytes of a key. */
            static StandardEd25519 of(Prefix prefix, byte[] publicKey) {
                PublicKey key = Secret.ed25519(publicKey)
                        .orElseThrow(() -> new IllegalArgumentException("not an ed25519 public key"));
                try {
                    return new StandardEd25519(prefix, key, Signature.getInstance("Ed25519"));
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
                List<byte[]> tried = signatures.subList(0, attempt);
                return tried.stream().noneMatch(other -> Arrays.equals(other, signature))
                        && verifies(request, signature);
            }

            @Override
            public List<byte[]> signatures(List<String> entries) {
                return ofVersion(entries, "v1a", BYTES);
            }

            private boolean verifies(SignedRequest request, byte[] signature) {
                try {
                    // one that could not be decoded before leaves its bytes behind
                    verifier.initVerify(key);
                    verifier.update(request.signed(prefix));
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
    }
}
