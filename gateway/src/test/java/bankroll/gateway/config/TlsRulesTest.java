package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsRulesTest {
    @TempDir
    private Path directory;

    private CertificateFiles files;

    @BeforeEach
    void certify() {
        files = TestAuthority.listener(directory, "listener");
    }

    private Layers with(String... lines) {
        return Layers.none().file(directory, String.join("\n", lines));
    }

    private String certificate(String side) {
        return side + ".tls-certificate = \"" + files.certificate() + "\"";
    }

    private String key(String side) {
        return side + ".tls-key = \"" + files.key() + "\"";
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "operator"})
    void shouldWantCertificateAndKeyTogether(String side) {
        List<String> wanted =
                List.of(side + ".tls-certificate and " + side + ".tls-key belong together: give both or none");
        assertEquals(wanted, with(certificate(side)).problems());
        assertEquals(wanted, with(key(side)).problems());
        assertEquals(List.of(), with(certificate(side), key(side)).problems());
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "operator"})
    void shouldWantTlsWhereClientsShowCertificates(String side) {
        assertEquals(
                List.of(side + ".tls-client-authorities needs " + side
                        + ".tls-certificate: clients show certificates over TLS only"),
                with(side + ".tls-client-authorities = \"" + files.certificate() + "\"")
                        .problems());
    }

    @Test
    void shouldRefuseToBindAPartyToClientsThatShowNoCertificate() {
        String platform = "platforms = [{name = alpha, secrets = [\"" + Layers.SECRET + "\"], client-names = [a]}]";
        String token =
                "operator.tokens = [{name = ada, role = read, token = \"" + Layers.TOKEN + "\", client-names = a}]";
        Path file = directory.resolve("bankroll.conf");
        List<String> problems = with(platform, token).problems().stream()
                .filter(problem -> !problem.contains(file + " holds"))
                .toList();
        assertEquals(
                List.of(
                        "client-names of platform alpha need platform.tls-client-authorities:"
                                + " without it no client shows a certificate",
                        "client-names of token ada need operator.tls-client-authorities:"
                                + " without it no client shows a certificate"),
                problems);
    }

    @Test
    void shouldRefuseAKeyThatOthersMayRead() throws IOException {
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
        List<String> problems = with(certificate("platform"), key("platform")).problems();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("chmod 600 " + files.key()), problems::toString);
    }

    @Test
    void shouldWarnOfAnAddressThatOthersReachUnlessItSpeaksTls() {
        String outside = "platform.listen = \"0.0.0.0:8080\"";
        assertEquals(1, with(outside).load().warnings().size());
        assertEquals(
                List.of(),
                with(outside, certificate("platform"), key("platform")).load().warnings());
    }
}
