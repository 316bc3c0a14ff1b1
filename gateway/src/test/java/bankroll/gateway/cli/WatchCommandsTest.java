package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.watch.Figure;
import bankroll.gateway.watch.Figure.Unit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code top} and {@code doctor} as a person or a machine calls them. */
@NeedsOwnService
class WatchCommandsTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldShowARunningServiceOnceForPeopleAndForMachines() {
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            service.wallet().book(service.player("5").debit("1"));
            String url = service.operator().endpoint().base().toString();

            assertEquals(ExitCode.OK, run("top", "--once", "--interval", "0.1", "--operator-url", url), err::toString);
            assertTrue(out.toString().startsWith("service  "), out::toString);
            assertTrue(out.toString().contains("health ready   in the way nothing"), out::toString);
            assertFalse(out.toString().contains("\u001b"), "a file is no terminal");

            out.getBuffer().setLength(0);
            assertEquals(ExitCode.OK, run("top", "--once", "--json", "--interval", "0.1", "--operator-url", url));
            JsonNode figures = Json.read(out.toString());
            assertEquals("ready", figures.path("service").path("health").asString());
            assertEquals("nothing", figures.path("service").path("in_the_way").asString());
            assertEquals(0, figures.path("platform_alpha").path("booked").asDouble());
            assertTrue(figures.path("disk").path("free").asDouble() > 0, out::toString);
        }
    }

    @Test
    void shouldBeginTheFiguresOfEachSectionInOneColumn() {
        String text = TopCommand.text(List.of(
                new Figure("bookings", "booked", "1/s", Unit.TEXT),
                new Figure("platform games-of-the-north", "booked", "1/s", Unit.TEXT)));

        assertEquals(
                1,
                text.strip()
                        .lines()
                        .mapToInt(line -> line.indexOf(" booked"))
                        .distinct()
                        .count(),
                text);
    }

    @Test
    void shouldSayThatASingleNodeHasNoOthersToCompareWith() {
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            String url = service.operator().endpoint().base().toString();
            DemoSecrets demo = DemoSecrets.in(directory);
            demo.ensure();
            demo.write(demo.operatorToken(), ServiceSettings.ADMIN);

            assertEquals(ExitCode.WRONG, run("cluster", "verify", url, url + "/", "--data", directory.toString()));

            assertTrue(out.toString().contains("HTTP 409: this service is no cluster's node"), out::toString);
            assertTrue(out.toString().contains("; ask one that has"), out::toString);
        }
    }

    @Test
    void shouldEndWith69WhenNoServiceAnswersAndWith2OnASlip() {
        assertEquals(ExitCode.UNAVAILABLE, run("top", "--once", "--operator-url", "http://127.0.0.1:1"));
        assertTrue(err.toString().contains("Another address: --operator-url" + System.lineSeparator()), err::toString);
        assertEquals(ExitCode.USAGE, run("top", "--once", "--interval", "0"));
    }

    @Test
    void shouldEndWith1AndNameTheCureWhenSomethingIsBad() {
        assertEquals(
                ExitCode.WRONG,
                run("doctor", "--data", directory.resolve("none").toString()));

        assertTrue(out.toString().contains("bad   ledger"), out::toString);
        assertTrue(out.toString().contains("./bankroll init"), out::toString);
    }

    @Test
    void shouldTellMachinesEachVerdict() {
        run("doctor", "--json", "--data", directory.toString());

        JsonNode findings = Json.read(out.toString()).path("findings");
        assertTrue(findings.size() >= 12, out::toString);
        assertEquals("java", findings.path(0).path("check").asString());
        assertEquals("ok", findings.path(0).path("verdict").asString());
        assertFalse(findings.path(0).has("cure"));
    }

    private int run(String... arguments) {
        return BankrollMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
