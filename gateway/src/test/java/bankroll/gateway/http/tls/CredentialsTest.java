package bankroll.gateway.http.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
    @TempDir
    private Path directory;

    private CertificateFiles good;

    @BeforeEach
    void certify() {
        good = TestAuthority.listener(directory, "good");
    }

    private String refusal(Path certificate, Path key) {
        TlsFiles files = new TlsFiles(certificate, key, Optional.empty());
        return assertThrows(ConditionException.class, () -> Credentials.load(files))
                .getMessage();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void shouldReadAChainItsKeyAndTheAuthoritiesOfClients() {
        Path root = TestAuthority.root(directory);
        Credentials credentials = Credentials.load(new TlsFiles(good.certificate(), good.key(), Optional.of(root)));

        assertEquals(List.of(good.bundle().getCertificatePath()), credentials.chain());
        assertEquals(good.bundle().getKeyPair().getPrivate(), credentials.key());
        assertEquals(1, credentials.authorities().size());
    }

    @Test
    void shouldReadBothFromOneFileWithWordsBetween() throws IOException {
        Path both = file("one.pem", "Bag Attributes\n" + Files.readString(good.both()) + "\n# the end\n");
        assertEquals(
                good.bundle().getKeyPair().getPrivate(),
                Credentials.load(new TlsFiles(both, both, Optional.empty())).key());
    }

    @ParameterizedTest
    @EnumSource(
            value = CertificateBuilder.Algorithm.class,
            names = {"rsa2048", "ecp256", "ecp384", "ed25519"})
    void shouldTakeKeysOfThisKind(CertificateBuilder.Algorithm algorithm) throws Exception {
        var bundle = new CertificateBuilder()
                .algorithm(algorithm)
                .subject("CN=x")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        CertificateFiles files = TestAuthority.written(directory, algorithm.name(), bundle);
        Credentials credentials = Credentials.load(new TlsFiles(files.certificate(), files.key(), Optional.empty()));
        assertEquals(bundle.getCertificate(), credentials.chain().get(0));
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        String refusal = refusal(directory.resolve("nowhere.pem"), good.key());
        assertTrue(refusal.contains("nowhere.pem can't be read"), refusal);
    }

    @Test
    void shouldRefuseTheKeyOfAnotherCertificate() {
        CertificateFiles other = TestAuthority.listener(directory, "other");
        String refusal = refusal(good.certificate(), other.key());
        assertTrue(refusal.contains("other.key is not the key of the first certificate in"), refusal);
    }

    @Test
    void shouldRefuseAKeyOfAnotherKind() throws Exception {
        var rsa = new CertificateBuilder()
                .rsa2048()
                .subject("CN=x")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        String refusal = refusal(
                good.certificate(), TestAuthority.written(directory, "rsa", rsa).key());
        assertTrue(refusal.contains("rsa.key holds no private key of the kind EC"), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"})
    void shouldSayHowToConvertAKeyOfAnotherForm(String label) throws IOException {
        Path key = file("old.key", Files.readString(good.key()).replace("PRIVATE KEY", label));
        String refusal = refusal(good.certificate(), key);
        assertTrue(refusal.contains("openssl pkcs8 -topk8 -nocrypt"), refusal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no pem at all",
                "-----BEGIN CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END PRIVATE KEY-----",
                "-----BEGIN CERTIFICATE-----\nc2VjcmV0!\n-----END CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
                "-----BEGIN -----\n-----END -----"
            })
    void shouldRefuseWhatIsNoCertificateAndShowNothingOfIt(String text) throws IOException {
        String refusal = refusal(file("bad.pem", text), good.key());
        assertTrue(refusal.contains("bad.pem"), refusal);
        assertFalse(refusal.contains("c2VjcmV0"), refusal);
    }

    @Test
    void shouldRefuseALargeFileUnread() throws IOException {
        String refusal = refusal(file("large.pem", "x".repeat((1 << 20) + 1)), good.key());
        assertTrue(refusal.contains("is larger than"), refusal);
    }

    @Test
    void shouldKnowWhomACertificateNames() throws Exception {
        var named = new CertificateBuilder()
                .subject("CN=Ignored, O=x")
                .addSanDnsName("Wallet.Alpha.example")
                .addSanUriName("spiffe://alpha/wallet")
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        assertEquals(
                List.of("wallet.alpha.example", "spiffe://alpha/wallet"),
                Tls.ClientNames.of(named.getCertificate()).names());
        var common = new CertificateBuilder()
                .subject("CN=Alpha\\, Inc, O=x")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        assertEquals(
                List.of("alpha, inc"),
                Tls.ClientNames.of(common.getCertificate()).names());
    }
}
