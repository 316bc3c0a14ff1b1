package bankroll.gateway.http.tls;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What the PEM files hold, checked: what can't serve is refused at the start or the reload, not at a client's handshake.
 *
 * @param chain the listener's certificate first, or the client's
 * @param key the private key of its first
 * @param authorities whose certificates clients must show; empty: none is asked for
 */
public record Credentials(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> authorities) {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final long MOST_BYTES = 1 << 20;
    private static final byte[] PROBE = "key and certificate belong together".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads them.
     *
     * @throws ConditionException names the file, what is wrong with it and the cure; never what it holds
     */
    public static Credentials load(TlsFiles files) {
        List<X509Certificate> chain = certificates(files.certificate());
        PrivateKey key = key(files.key(), chain.get(0).getPublicKey());
        requirePair(files, key, chain.get(0).getPublicKey());
        List<X509Certificate> authorities =
                files.clientAuthorities().map(Credentials::certificates).orElse(List.of());
        return new Credentials(chain, key, authorities);
    }

    /** Until when the chain is good: its first certificate that ends; wall clock, in milliseconds. */
    public long notAfterMs() {
        return chain.stream()
                .mapToLong(certificate -> certificate.getNotAfter().getTime())
                .min()
                .orElseThrow();
    }

    private static List<X509Certificate> certificates(Path file) {
        List<X509Certificate> found = blocks(file).stream()
                .filter(block -> block.label().equals(CERTIFICATE))
                .map(block -> certificate(file, block))
                .toList();
        if (found.isEmpty()) {
            throw unusable(file, "holds no certificate", "it must begin with -----BEGIN CERTIFICATE-----", null);
        }
        return found;
    }

    private static X509Certificate certificate(Path file, Pem.Block block) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.bytes()));
        } catch (GeneralSecurityException e) {
            throw unusable(file, "holds a certificate that can't be read", "ask its issuer for it in PEM", e);
        }
    }

    private static PrivateKey key(Path file, PublicKey publicKey) {
        byte[] encoded = blocks(file).stream()
                .filter(block -> block.label().equals(KEY))
                .findFirst()
                .orElseThrow(() -> unusable(
                        file,
                        "holds no unencrypted private key in PKCS#8",
                        "convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file,
                        null))
                .bytes();
        try {
            return KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            // its message may hold bytes of the key
            throw unusable(
                    file,
                    "holds no private key of the kind " + publicKey.getAlgorithm(),
                    "give the key that the certificate was made for",
                    null);
        }
    }

    private static void requirePair(TlsFiles files, PrivateKey key, PublicKey publicKey) {
        try {
            Signature signer = Signature.getInstance(signatureOf(publicKey));
            signer.initSign(key);
            signer.update(PROBE);
            byte[] signature = signer.sign();
            signer.initVerify(publicKey);
            signer.update(PROBE);
            if (signer.verify(signature)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            // as one that doesn't match
        }
        throw unusable(
                files.key(),
                "is not the key of the first certificate in " + files.certificate(),
                "put the listener's own certificate first, or give its key",
                null);
    }

    private static String signatureOf(PublicKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    private static List<Pem.Block> blocks(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw unusable(file, "is larger than " + MOST_BYTES + " bytes", "is it the right file?", null);
            }
            return Pem.blocks(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw unusable(
                    file,
                    "can't be read (" + e.getClass().getSimpleName() + ")",
                    "give the service's user the right to",
                    e);
        } catch (IllegalArgumentException e) {
            throw unusable(file, "is no PEM: " + e.getMessage(), "copy it again as a whole", null);
        }
    }

    private static ConditionException unusable(Path file, String what, String cure, Exception cause) {
        return new ConditionException(ExitCode.USAGE, "TLS: " + file + " " + what, cure, cause);
    }

    /** The blocks of a PEM text (RFC 7468); whatever stands between them is skipped. */
    static final class Pem {
        private static final String BEGIN = "-----BEGIN ";
        private static final String END = "-----END ";
        private static final String DASHES = "-----";

        private Pem() {}

        /**
         * One block.
         *
         * @param label what it holds, as {@code CERTIFICATE}
         * @param bytes decoded
         */
        record Block(String label, byte[] bytes) {}

        /**
         * The blocks in order.
         *
         * @throws IllegalArgumentException for a block that doesn't end, or holds what is no base64; names no content
         */
        static List<Block> blocks(String text) {
            List<Block> blocks = new ArrayList<>();
            String label = null;
            StringBuilder content = new StringBuilder();
            for (String line : text.lines().map(String::strip).toList()) {
                if (label == null) {
                    label = label(line, BEGIN);
                    content.setLength(0);
                } else if (line.startsWith(END)) {
                    blocks.add(new Block(label, ended(label, line, content)));
                    label = null;
                } else {
                    content.append(line);
                }
            }
            if (label != null) {
                throw new IllegalArgumentException("a block begins that doesn't end");
            }
            return blocks;
        }

        private static byte[] ended(String label, String line, StringBuilder content) {
            if (!label.equals(label(line, END))) {
                throw new IllegalArgumentException("a block ends as something else than it began");
            }
            try {
                return Base64.getDecoder().decode(content.toString());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("a block is not base64");
            }
        }

        private static String label(String line, String before) {
            return line.startsWith(before)
                            && line.endsWith(DASHES)
                            && line.length() >= before.length() + DASHES.length()
                    ? line.substring(before.length(), line.length() - DASHES.length())
                    : null;
        }
    }
}
