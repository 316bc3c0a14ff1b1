package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** SIGHUP as the process hears it: what can be read again is, what can't be used changes nothing. */
@NeedsOwnService
@Timeout(120)
class HangUpTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void shouldGoOnAsBeforeWhenWhatIsReadAgainCanNotBeUsed() {
        ServiceSettings settings = new ServiceSettings();
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"))) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            settings.platform(Map.of("name", "beta", "secrets", "no-secret"));
            process.reload(settings);
            Eventually.within(LIMIT, "the refusal", () -> process.logged().contains("Not read again"));
            assertTrue(process.logged().contains("all stays as it was: platforms[1].secrets"), process::logged);
            assertFalse(process.logged().contains("no-secret"), process::logged);
            assertEquals("100", service.wallet().balanceOf(service.player("100").id()));

            process.reload(settings.withoutPlatforms());
            Eventually.within(
                    LIMIT, "the second refusal", () -> process.logged().contains("BANKROLL_PLATFORM_SECRET"));
            assertEquals(ExitCode.OK, process.terminate());
        }
    }

    /** The file names no proxy any more, and the listener that is open still believes one. */
    @Test
    void shouldTakeNoUnsignedPlatformWhileTheListenerCanBeReachedFromOutside() {
        ServiceSettings settings = new ServiceSettings().set("platform.trusted-proxies", "10.0.0.1");
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"))) {
            process.reload(
                    settings.set("platform.trusted-proxies", "").platform(Map.of("name", "games", "scheme", "off")));
            Eventually.within(LIMIT, "the refusal", () -> process.logged().contains("Not read again"));
            assertTrue(process.logged().contains("platform games has scheme off"), process::logged);
            assertEquals(ExitCode.OK, process.terminate());
        }
    }

    @Test
    void shouldNotEndAStartAndReadAgainAtItsEnd() {
        ServiceSettings settings = new ServiceSettings();
        Path data = directory.resolve("data");
        try (ServiceProcess process = ServiceProcess.begin(settings, data, Launch.PLAIN)) {
            Eventually.within(START_LIMIT, "the start's lock", () -> Files.exists(data.resolve("journal/LOCK")));
            process.reload(settings.withoutPlatforms());

            assertTrue(process.becomesReady(), process::logged);
            Eventually.within(LIMIT, "the reading", () -> process.logged().contains("Not read again"));
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    @Test
    void shouldHearTheSignalThoughWhatStartedItIgnoresIt() {
        Launch asUnderNohup = Launch.PLAIN.under("sh", "-c", "trap '' HUP; exec \"$@\"", "sh");
        ServiceSettings settings = new ServiceSettings();
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"), asUnderNohup)) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            assertEquals("1", service.wallet().balanceOf(service.player("1").id()));
            process.reload(settings.platform(Map.of("name", "beta", "secrets", List.of(ServiceSettings.BETA))));
            Eventually.within(
                    LIMIT,
                    "the new platform to be let in",
                    () -> service.wallet(ServiceSettings.BETA).balance("nobody").status() == 404);
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    @Test
    void shouldReadAgainWhenAnAdminAsksForIt() {
        ServiceSettings settings = new ServiceSettings();
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"))) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            service.operator(ServiceSettings.SUPPORT).send("POST", "/reload").shouldBeProblem(403, "forbidden");
            process.change(settings.platform(Map.of("name", "beta", "secrets", List.of(ServiceSettings.BETA)))
                    .set("platform.max-connections", 77));
            service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(401, "invalid_signature");

            JsonNode answer =
                    service.operator().send("POST", "/reload").shouldBeOk().json();
            assertEquals(2, answer.path("platforms").asInt(), answer::toString);
            assertEquals(3, answer.path("tokens").asInt(), answer::toString);
            assertEquals(
                    "[\"platform.max-connections\"]",
                    answer.path("waiting_for_restart").toString());
            service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(404, "player_not_found");

            process.change(settings.platform(Map.of("name", "gamma", "secrets", "no-secret")));
            Answer refused = service.operator().send("POST", "/reload").shouldBeProblem(409, "conflict");
            assertTrue(refused.text().contains("all stays as it was: platforms[2].secrets"), refused::text);
            assertFalse(refused.text().contains("no-secret"), refused::text);
            service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(404, "player_not_found");
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }
}
