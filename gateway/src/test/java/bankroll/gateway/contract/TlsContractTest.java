package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Signer;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.http.tls.TlsProvider;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract over TLS: both listeners, and clients that their certificates name. */
@ParameterizedClass
@EnumSource(names = {"NATIVE", "JDK"})
@NeedsOwnService
class TlsContractTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Parameter
    private TlsProvider provider;

    @TempDir
    private Path directory;

    @BeforeEach
    void needProvider() {
        Needs.provider(provider);
    }

    private ServiceSettings settings() {
        return new ServiceSettings()
                .set("platform.tls-provider", provider.name().toLowerCase(Locale.ROOT));
    }

    private ServiceSettings secured() {
        CertificateFiles platform = TestAuthority.listener(directory, "platform");
        CertificateFiles operator = TestAuthority.listener(directory, "operator");
        return settings()
                .set("platform.tls-certificate", platform.certificate().toString())
                .set("platform.tls-key", platform.key().toString())
                .set("operator.tls-certificate", operator.certificate().toString())
                .set("operator.tls-key", operator.key().toString());
    }

    @Test
    void shouldBookOverTls() {
        try (ServiceUnderTest service = ServiceUnderTest.start(secured())) {
            assertEquals("https", service.wallet().endpoint().base().getScheme());
            TestPlayer player = service.player("1000");
            assertEquals("ok", service.wallet().book(player.debit("250")).status());
            assertEquals("750", service.wallet().balanceOf(player.id()));
            service.wallet().sendRaw(Call.get("/transactions/none")).shouldBeProblem(404, "transaction_not_found");
        }
    }

    @Test
    void shouldLetAPlatformAndATokenInFromTheirOwnClientOnly() {
        String root = TestAuthority.root(directory).toString();
        ServiceSettings settings = secured()
                .set("platform.tls-client-authorities", root)
                .set("operator.tls-client-authorities", root)
                .set(
                        "operator.tokens",
                        List.of(
                                Map.of(
                                        "name",
                                        "ada",
                                        "role",
                                        "admin",
                                        "token",
                                        ServiceSettings.ADMIN,
                                        "client-names",
                                        List.of("Ada.example")),
                                Map.of("name", "rea", "role", "read", "token", ServiceSettings.READ)))
                .platform(Map.of(
                        "name",
                        "beta",
                        "secrets",
                        List.of(ServiceSettings.BETA),
                        "client-names",
                        List.of("wallet.beta.example")));
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            URI platform = service.wallet().endpoint().base();
            URI operator = service.operator().endpoint().base();

            assertThrows(UncheckedIOException.class, () -> service.wallet().balance("p"), "without a certificate");

            wallet(service, platform, "wallet.beta.example", ServiceSettings.BETA)
                    .balance("p")
                    .shouldBeProblem(404, "player_not_found");
            wallet(service, platform, "wallet.gamma.example", ServiceSettings.BETA)
                    .balance("p")
                    .shouldBeProblem(401, "invalid_signature");
            wallet(service, platform, "wallet.gamma.example", ServiceSettings.ALPHA)
                    .balance("p")
                    .shouldBeProblem(404, "player_not_found");

            status(operator, "ada.example", ServiceSettings.ADMIN).shouldBe(200);
            status(operator, "rea.example", ServiceSettings.ADMIN).shouldBeProblem(401, "unauthorized");
            status(operator, "rea.example", ServiceSettings.READ).shouldBe(200);
        }
    }

    @Test
    void shouldShowARenewedCertificateAfterAHangUp() throws IOException {
        CertificateFiles files = TestAuthority.listener(directory, "platform");
        ServiceSettings settings = settings()
                .set("platform.tls-certificate", files.certificate().toString())
                .set("platform.tls-key", files.key().toString());
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"))) {
            assertEquals(files.bundle().getCertificate(), shown(process));

            Files.writeString(files.key(), "no key");
            process.reload(settings);
            Eventually.within(LIMIT, "the refusal", () -> process.logged().contains("Not read again"));
            assertTrue(process.logged().contains("platform.key holds no unencrypted private key"), process::logged);
            assertEquals(files.bundle().getCertificate(), shown(process));

            CertificateFiles renewed = TestAuthority.listener(directory, "platform");
            process.reload(settings);
            Eventually.within(
                    LIMIT,
                    "the new certificate",
                    () -> shown(process).equals(renewed.bundle().getCertificate()));
            ServiceUnderTest service = ServiceUnderTest.of(process);
            assertEquals("1", service.wallet().balanceOf(service.player("1").id()));
        }
    }

    private static Certificate shown(ServiceProcess process) {
        URI base = process.platform();
        try (SSLSocket socket =
                (SSLSocket) TestAuthority.client().getSocketFactory().createSocket(base.getHost(), base.getPort())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer status(URI base, String client, String token) {
        Endpoint endpoint = Endpoint.over(TestAuthority.client(TestAuthority.certificate(client)), base);
        return new Operator(endpoint, token).get("/status");
    }

    private static Wallet wallet(ServiceUnderTest service, URI base, String client, String secret) {
        Endpoint endpoint = Endpoint.over(TestAuthority.client(TestAuthority.certificate(client)), base);
        return new Wallet(endpoint, Signer.of(secret), service.clock());
    }
}
