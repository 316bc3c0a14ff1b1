package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.http.tls.TlsProvider;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Who computes TLS: the native library first, and the JDK where there is none. */
@NeedsOwnService
class TlsProviderContractTest {
    /** As it is in production: the tests' own log has warnings only. */
    private static final String LOG = "-Dlogback.configurationFile="
            + Path.of(System.getProperty("bankroll.root", "..")).resolve("config/logback.xml");

    private static final Launch WITHOUT_LIBRARY = Launch.PLAIN.flags(LOG, "-Dio.netty.handler.ssl.noOpenSsl=true");

    @TempDir
    private Path directory;

    private ServiceSettings secured(CertificateFiles files) {
        return new ServiceSettings()
                .set("platform.tls-certificate", files.certificate().toString())
                .set("platform.tls-key", files.key().toString());
    }

    private ServiceSettings secured() {
        return secured(TestAuthority.listener(directory, "platform"));
    }

    private static void shouldBook(ServiceProcess process, String by) {
        assertTrue(process.logged().contains("Listener platform: TLS is computed by " + by), process::logged);
        ServiceUnderTest service = ServiceUnderTest.of(process);
        assertEquals("1", service.wallet().balanceOf(service.player("1").id()));
        assertEquals(ExitCode.OK, process.terminate(), process::logged);
    }

    @Test
    void shouldTakeTheNativeLibraryFirstAndUnpackItWhereNobodyElseIs() throws IOException {
        Needs.provider(TlsProvider.NATIVE);
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Launch launch = Launch.PLAIN.flags(LOG, "-Djava.io.tmpdir=" + temporary);
        try (ServiceProcess process = ServiceProcess.start(secured(), directory.resolve("data"), launch)) {
            try (Stream<Path> unpacked = Files.walk(temporary)) {
                assertEquals(List.of(temporary), unpacked.toList());
            }
            shouldBook(process, "BoringSSL");
        }
    }

    @Test
    void shouldTakeTheJdkWhereTheLibraryCannotBeLoaded() {
        try (ServiceProcess process = ServiceProcess.start(secured(), directory.resolve("data"), WITHOUT_LIBRARY)) {
            assertTrue(process.logged().contains("the native library can't be loaded"), process::logged);
            shouldBook(process, "the JDK");
        }
    }

    @Test
    void shouldTakeTheJdkForAKeyThatTheLibraryDoesNotTake() {
        CertificateFiles files = TestAuthority.listener(
                directory, "platform", builder -> builder.algorithm(CertificateBuilder.Algorithm.ed25519));
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        Logger log = (Logger) LoggerFactory.getLogger("bankroll.gateway.http.tls");
        log.setLevel(Level.INFO);
        log.addAppender(said);
        try (ServiceUnderTest service = ServiceUnderTest.start(secured(files))) {
            assertTrue(
                    said.list.stream()
                            .map(ILoggingEvent::getFormattedMessage)
                            .anyMatch(line -> line.contains("Listener platform: TLS is computed by the JDK")),
                    said.list::toString);
            assertEquals("1", service.wallet().balanceOf(service.player("1").id()));
        } finally {
            log.detachAppender(said);
            log.setLevel(null);
        }
    }

    @Test
    void shouldNotStartWithoutTheLibraryThatItWasTold() {
        ServiceSettings settings = secured().set("platform.tls-provider", "native");
        try (ServiceProcess process = ServiceProcess.begin(settings, directory.resolve("data"), WITHOUT_LIBRARY)) {
            assertEquals(ExitCode.USAGE, process.awaitExit(), process::logged);
            assertTrue(process.logged().contains("set platform.tls-provider to auto or jdk"), process::logged);
        }
    }
}
