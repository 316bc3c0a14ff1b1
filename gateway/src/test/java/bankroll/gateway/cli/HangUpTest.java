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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** SIGHUP as the process hears it: what can be read again is, what can't be used changes nothing. */
@NeedsOwnService
class HangUpTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static ServiceProcess process;
    private static ServiceUnderTest service;

    /** Started by what ignores the signal, as nohup does; the listener that is open believes a proxy. */
    @BeforeAll
    static void start() {
        Launch asUnderNohup = Launch.PLAIN.under("sh", "-c", "trap '' HUP; exec \"$@\"", "sh");
        process = ServiceProcess.start(settings(), directory.resolve("data"), asUnderNohup);
        service = ServiceUnderTest.of(process);
    }

    @AfterAll
    static void end() {
        try (ServiceProcess last = process) {
            assertEquals(ExitCode.OK, last.terminate(), last::logged);
        }
    }

    private static ServiceSettings settings() {
        return new ServiceSettings().set("platform.trusted-proxies", "10.0.0.1");
    }

    private static ServiceSettings withBeta(String secret) {
        return settings().platform(Map.of("name", "beta", "secrets", List.of(secret)));
    }

    @BeforeEach
    void begin() {
        process.change(settings());
        service.operator().send("POST", "/reload").shouldBeOk();
    }

    /** What the process has said of a reading since. */
    private static String refusal(ServiceSettings changed, String why) {
        int before = process.logged().length();
        process.reload(changed);
        Eventually.within(LIMIT, "the refusal", () -> process.logged().indexOf("Not read again", before) >= 0);
        Eventually.within(LIMIT, why, () -> process.logged().indexOf(why, before) >= 0);
        return process.logged().substring(before);
    }

    @Test
    void shouldGoOnAsBeforeWhenWhatIsReadAgainCanNotBeUsed() {
        String said = refusal(withBeta("no-secret"), "all stays as it was: platforms[1].secrets");
        assertFalse(said.contains("no-secret"), said);
        assertEquals("100", service.wallet().balanceOf(service.player("100").id()));

        refusal(settings().withoutPlatforms(), "BANKROLL_PLATFORM_SECRET");
    }

    /** The file names no proxy any more, and the listener that is open still believes one. */
    @Test
    void shouldTakeNoUnsignedPlatformWhileTheListenerCanBeReachedFromOutside() {
        refusal(
                new ServiceSettings()
                        .set("platform.trusted-proxies", "")
                        .platform(Map.of("name", "games", "scheme", "off")),
                "platform games has scheme off");
    }

    @Test
    void shouldHearTheSignalThoughWhatStartedItIgnoresIt() {
        assertEquals("1", service.wallet().balanceOf(service.player("1").id()));
        service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(401, "invalid_signature");
        process.reload(withBeta(ServiceSettings.BETA));
        Eventually.within(
                LIMIT,
                "the new platform to be let in",
                () -> service.wallet(ServiceSettings.BETA).balance("nobody").status() == 404);
    }

    @Test
    void shouldReadAgainWhenAnAdminAsksForIt() {
        service.operator(ServiceSettings.SUPPORT).send("POST", "/reload").shouldBeProblem(403, "forbidden");
        process.change(withBeta(ServiceSettings.BETA).set("platform.max-connections", 77));
        service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(401, "invalid_signature");

        JsonNode answer =
                service.operator().send("POST", "/reload").shouldBeOk().json();
        assertEquals(2, answer.path("platforms").asInt(), answer::toString);
        assertEquals(3, answer.path("tokens").asInt(), answer::toString);
        assertEquals(
                "[\"platform.max-connections\"]",
                answer.path("waiting_for_restart").toString());
        service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(404, "player_not_found");

        process.change(withBeta(ServiceSettings.BETA).platform(Map.of("name", "gamma", "secrets", "no-secret")));
        Answer refused = service.operator().send("POST", "/reload").shouldBeProblem(409, "conflict");
        assertTrue(refused.text().contains("all stays as it was: platforms[2].secrets"), refused::text);
        assertFalse(refused.text().contains("no-secret"), refused::text);
        service.wallet(ServiceSettings.BETA).balance("nobody").shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldNotEndAStartAndReadAgainAtItsEnd(@TempDir Path own) {
        ServiceSettings settings = new ServiceSettings();
        Path data = own.resolve("data");
        try (ServiceProcess starting = ServiceProcess.begin(settings, data, Launch.PLAIN)) {
            Eventually.within(START_LIMIT, "the start's lock", () -> Files.exists(data.resolve("journal/LOCK")));
            starting.reload(settings.withoutPlatforms());

            assertTrue(starting.becomesReady(), starting::logged);
            Eventually.within(LIMIT, "the reading", () -> starting.logged().contains("Not read again"));
            assertEquals(ExitCode.OK, starting.terminate(), starting::logged);
        }
    }
}
