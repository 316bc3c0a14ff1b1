package bankroll.bench.load;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A certificate for one run: ECDSA on P-256, as most authorities give them.
 *
 * @param certificate PEM
 * @param key PEM
 * @param client trusts it
 */
record ServerCertificate(Path certificate, Path key, SSLContext client) {
    static ServerCertificate in(Path directory) {
        try {
            X509Bundle bundle = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=bankroll bench")
                    .addSanIpAddress("127.0.0.1")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            SSLContext client = SSLContext.getInstance("TLS");
            client.init(null, new TrustManager[] {bundle.toTrustManager()}, null);
            return new ServerCertificate(
                    write(directory.resolve("bench.pem"), bundle.getCertificatePathPEM()),
                    write(directory.resolve("bench.key"), bundle.getPrivateKeyPEM()),
                    client);
        } catch (Exception e) {
            throw new IllegalStateException("no certificate could be made", e);
        }
    }

    private static Path write(Path file, String pem) throws Exception {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, pem);
    }
}
