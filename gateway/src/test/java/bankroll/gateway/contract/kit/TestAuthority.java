package bankroll.gateway.contract.kit;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** An authority that certifies what listens on the loopback and who calls it; of one JVM, and of no use after it. */
public final class TestAuthority {
    private static final X509Bundle ROOT = root();

    private TestAuthority() {}

    /**
     * PEM files of one certificate.
     *
     * @param certificate the certificate with its authority's
     * @param key its private key
     * @param both the two in one file, as haproxy wants them
     * @param bundle the same for this JVM
     */
    public record CertificateFiles(Path certificate, Path key, Path both, X509Bundle bundle) {}

    private static X509Bundle root() {
        return built(() -> new CertificateBuilder()
                .ecp256()
                .subject("CN=Bankroll tests")
                .setIsCertificateAuthority(true)
                .buildSelfSigned());
    }

    /** A listener's certificate, new at each call. */
    public static CertificateFiles listener(Path directory, String name) {
        return written(directory, name, certificate(name));
    }

    /** The same with a key of another kind than the others'. */
    public static CertificateFiles listener(Path directory, String name, UnaryOperator<CertificateBuilder> key) {
        return written(directory, name, issued(name, key.apply(new CertificateBuilder())));
    }

    /** The same that is good until then. */
    public static CertificateFiles listener(Path directory, String name, Instant notAfter) {
        return written(directory, name, certificate(name, new CertificateBuilder().notAfter(notAfter)));
    }

    /** Of 127.0.0.1 and localhost, for this name too. */
    public static X509Bundle certificate(String name) {
        return certificate(name, new CertificateBuilder());
    }

    private static X509Bundle certificate(String name, CertificateBuilder builder) {
        return issued(name, builder.ecp256());
    }

    private static X509Bundle issued(String name, CertificateBuilder builder) {
        return built(() -> builder.subject("CN=" + name)
                .addSanDnsName(name)
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(ROOT));
    }

    /** The authority's own certificate. */
    public static Path root(Path directory) {
        return write(directory.resolve("authority.pem"), ROOT.getCertificatePEM());
    }

    /** Trusts the authority, and shows no certificate. */
    public static SSLContext client() {
        return client(new KeyManager[0]);
    }

    /** Trusts the authority, and shows this certificate. */
    public static SSLContext client(X509Bundle shown) {
        return built(() -> client(shown.toKeyManagerFactory().getKeyManagers()));
    }

    private static SSLContext client(KeyManager[] shown) {
        return built(() -> {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown, new TrustManager[] {ROOT.toTrustManager()}, null);
            return context;
        });
    }

    /** Writes the PEM files of a certificate. */
    public static CertificateFiles written(Path directory, String name, X509Bundle bundle) {
        String certificate = bundle.getCertificatePathPEM();
        String key = bundle.getPrivateKeyPEM();
        return new CertificateFiles(
                write(directory.resolve(name + ".pem"), certificate),
                write(directory.resolve(name + ".key"), key),
                write(directory.resolve(name + ".both"), certificate + "\n" + key),
                bundle);
    }

    /** For its owner only, since it may be a key. */
    private static Path write(Path file, String text) {
        return built(() -> {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, text);
        });
    }

    private interface Building<T> {
        T build() throws Exception;
    }

    private static <T> T built(Building<T> building) {
        try {
            return building.build();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
