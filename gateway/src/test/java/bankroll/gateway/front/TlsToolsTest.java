package bankroll.gateway.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.http.tls.TlsProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS of both listeners, as programs see it that aren't ours. */
@ParameterizedClass
@EnumSource(names = {"NATIVE", "JDK"})
@NeedsOwnService
class TlsToolsTest {
    /** Versions and ciphers; each of its other looks costs seconds, and what they say isn't asked. */
    private static final List<String> SSLSCAN = List.of(
            "sslscan",
            "--no-colour",
            "--no-groups",
            "--no-fallback",
            "--no-renegotiation",
            "--no-compression",
            "--no-heartbleed",
            "--no-check-certificate");

    @Parameter
    private TlsProvider provider;

    @TempDir
    private Path directory;

    private record Ended(int code, String printed) {}

    private static Ended run(String input, List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().write(input.getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), printed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Ended openssl(URI base, String input, String... options) {
        List<String> command = new ArrayList<>(List.of("openssl", "s_client", "-connect", base.getAuthority()));
        command.addAll(List.of("-CAfile", TestAuthority.root(directory).toString(), "-verify_return_error"));
        command.addAll(List.of(options));
        return run(input, command);
    }

    /** Of both listeners. */
    private void withListeners(Consumer<URI> look) {
        Needs.provider(provider);
        CertificateFiles files = TestAuthority.listener(directory, "listener");
        ServiceSettings settings = new ServiceSettings()
                .set("platform.tls-provider", provider.name().toLowerCase(Locale.ROOT));
        for (String side : List.of("platform", "operator")) {
            settings.set(side + ".tls-certificate", files.certificate().toString())
                    .set(side + ".tls-key", files.key().toString());
        }
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            look.accept(service.wallet().endpoint().base());
            look.accept(service.operator().endpoint().base());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1_2", "1_3"})
    void shouldBeTrustedByOpensslOverBothVersions(String version) {
        Needs.tools("openssl");
        withListeners(listener -> {
            Ended ended = openssl(
                    listener,
                    "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                    "-tls" + version,
                    "-quiet",
                    "-no_ign_eof",
                    "-ign_eof");
            assertEquals(0, ended.code(), ended::printed);
            assertTrue(ended.printed().contains("HTTP/1.1 404"), ended::printed);
            assertFalse(ended.printed().contains("unexpected eof"), ended::printed);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"-tls1", "-tls1_1"})
    void shouldSpeakNoOlderVersion(String version) {
        Needs.tools("openssl");
        withListeners(listener -> {
            Ended ended = openssl(listener, "", version, "-cipher", "ALL:@SECLEVEL=0");
            assertNotEquals(0, ended.code(), ended::printed);
            assertTrue(ended.printed().contains("alert protocol version"), ended::printed);
        });
    }

    @Test
    void shouldNotNegotiateAgainWhenTheClientWantsTo() {
        Needs.tools("openssl");
        withListeners(listener -> {
            Ended ended = openssl(listener, "R\n", "-tls1_2");
            assertTrue(ended.printed().contains("RENEGOTIATING"), ended::printed);
            assertNotEquals(0, ended.code(), ended::printed);
        });
    }

    @Test
    void shouldShowSslscanNothingOldAndNothingWeak() {
        Needs.tools("sslscan");
        withListeners(listener -> {
            List<String> scan = new ArrayList<>(SSLSCAN);
            scan.add(listener.getAuthority());
            Ended ended = run("", scan);
            assertEquals(0, ended.code(), ended::printed);
            for (String line : List.of(
                    "SSLv2     disabled",
                    "SSLv3     disabled",
                    "TLSv1.0   disabled",
                    "TLSv1.1   disabled",
                    "TLSv1.2   enabled",
                    "TLSv1.3   enabled")) {
                assertTrue(ended.printed().contains(line), ended::printed);
            }
            List<String> ciphers = ciphers(ended.printed()).toList();
            assertTrue(ciphers.size() >= 4, ended::printed);
            assertEquals(
                    List.of(),
                    ciphers.stream()
                            .filter(cipher -> !cipher.contains("GCM") && !cipher.contains("CHACHA20"))
                            .toList());
        });
    }

    private static Stream<String> ciphers(String printed) {
        return printed.lines().filter(line -> line.startsWith("Preferred") || line.startsWith("Accepted"));
    }
}
