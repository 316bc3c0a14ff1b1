package bankroll.gateway.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.PeerSeed;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import bankroll.gateway.Service;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.LedgerRule;
import bankroll.gateway.json.Json;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first service of a new cluster, of which nobody else is there. */
class FormingServiceTest {
    @TempDir
    private Path directory;

    private final int operatorPort = FreePorts.next();
    private final String members = FreeMembers.next(3);
    private Configuration configuration;

    @BeforeEach
    void configure() throws IOException {
        configuration = configuration(true);
    }

    private Configuration configuration(boolean isInit) throws IOException {
        Path file = Files.writeString(
                directory.resolve("node.conf"),
                String.join(
                        "\n",
                        "data = \"" + directory.resolve("data") + "\"",
                        "init = " + isInit,
                        "platform.listen = \"127.0.0.1:0\"",
                        "operator.listen = \"127.0.0.1:" + operatorPort + "\"",
                        "operator.tokens = [{name = ada, role = admin, token = cluster-admin-token-0123456789abcdef}]",
                        "platforms = [{name = alpha, secrets = [\"whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=\"]}]",
                        "journal.file-bytes = 32MiB",
                        "journal.low-water-bytes = 0",
                        "cluster.members = \"" + members + "\"",
                        "cluster.node = 0"));
        return ConfigurationLoader.load(
                new ConfigurationSources(List.of(), Map.of(), Optional.of(file), AddedParties.NONE));
    }

    @Test
    void shouldSayForWhomANewLogWaitsAndEndAtOnceWhenItIsToldTo() throws Exception {
        FutureTask<Service> start = new FutureTask<>(() -> Service.start(configuration, "test"));
        Thread starter = new Thread(start, "starter");
        starter.start();
        String wanted = "the service is starting: a new log begins when all nodes are there; it waits for node 1 ("
                + members.split(",")[1] + "), which does not answer; node 2 (" + members.split(",")[2]
                + "), which does not answer";
        Eventually.within(Duration.ofSeconds(30), this::ready, () -> ready().contains(wanted));

        starter.interrupt();

        ExecutionException ended = assertThrows(ExecutionException.class, () -> start.get(20, TimeUnit.SECONDS));
        assertTrue(ended.getMessage().contains("interrupted"), ended::getMessage);
        assertFalse(
                LedgerRule.require(configuration(false)), "it goes on waiting, also where nobody says --init again");
        new LogMark(7, 7, 7).begin(directory.resolve("data/cluster"));
        assertNoLedger("it has begun with a ledger, which is lost");
    }

    @Test
    void shouldTellANodeThatHasNoLedgerHowAClusterBeginsAndHowItIsSeeded() throws IOException {
        String told = assertNoLedger("nothing was begun here");

        assertTrue(told.contains("./bankroll cluster seed"), told);
        assertTrue(told.contains("./bankroll serve --init"), told);
        assertFalse(told.contains("./bankroll init"), told);
    }

    private String assertNoLedger(String why) throws IOException {
        Configuration later = configuration(false);
        ConditionException refused = assertThrows(ConditionException.class, () -> LedgerRule.require(later), why);
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("there is no ledger in "), refused::getMessage);
        return refused.getMessage();
    }

    private String ready() {
        try {
            HttpAnswer answer = ServiceClient.open("http://127.0.0.1:" + operatorPort, Trust.of(List.of()))
                    .call("GET", "/health/ready", "");
            return Json.find(answer.body(), "detail").orElse(answer.body());
        } catch (ConditionException notYet) {
            return notYet.getMessage();
        }
    }

    @Test
    void shouldNotStartWhereASeedBrokeOffBeforeItsFirstEntry() throws IOException {
        Files.createDirectories(directory.resolve("data"));
        new PeerSeed(configuration.contexts().cluster(), fault -> {}).begin();

        ConditionException refused = assertThrows(ConditionException.class, () -> Service.start(configuration, "test"));

        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("a seed of this node was not finished"), refused::getMessage);
    }
}
