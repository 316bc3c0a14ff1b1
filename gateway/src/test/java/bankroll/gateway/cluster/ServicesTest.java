package bankroll.gateway.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.MemberAddress;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.Service;
import bankroll.gateway.cli.BankrollMain;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.Contexts;
import bankroll.gateway.config.LedgerRule;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.json.Json;
import bankroll.gateway.peers.ChainComparison;
import bankroll.gateway.peers.NodeSeed;
import bankroll.testkit.Copies;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Three services of this JVM, the same for every test: who leads answers, the others say who does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServicesTest {
    private static final String SECRET = "whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=";
    private static final String TOKEN = "cluster-admin-token-0123456789abcdef";
    private static final int MOST_LOOKS = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final List<Service> services = new ArrayList<>();
    private final Map<Service, ServiceClient> opened = new IdentityHashMap<>();
    private final Map<Service, LateLog> logs = new ConcurrentHashMap<>();
    private Path directory;
    private Service stopped;

    @BeforeAll
    void start(@TempDir Path shared) throws Exception {
        directory = shared;
        startAll();
        Service leader = awaitLeader();
        assertTrue(operator(leader)
                .call("POST", "/operator/v1/players", player("ann"))
                .isOk());
        Copies.copy(directory.resolve("node" + services.indexOf(leader)), directory.resolve("young"));
    }

    @AfterAll
    void close() throws InterruptedException {
        Service leader = awaitLeader();
        for (Service service : services) {
            if (service != leader) {
                service.close();
            }
        }
        // else it would look for somebody to lead after it
        Eventually.within(
                PATIENCE,
                "it doesn't lead alone",
                () -> !open(leader).call("GET", "/health/ready", "").isOk());
        leader.close();
    }

    /** A node that a test has stopped, and not started again since it failed, is seeded: the next one finds all three. */
    @AfterEach
    void startStopped() throws Exception {
        if (stopped != null) {
            Contexts contexts = stopped.configuration().contexts();
            int node = services.indexOf(stopped);
            IoUtil.delete(directory.resolve("node" + node).toFile(), true);
            new NodeSeed(operator(awaitLeader()), contexts.engine(), contexts.cluster(), node, words -> {}).run();
            startAgain();
        }
    }

    /** Until {@link #startAgain}. */
    private void stop(Service service) throws InterruptedException {
        stopped = service;
        service.close();
    }

    private void startAgain() {
        services.set(services.indexOf(stopped), start(stopped.configuration()));
        stopped = null;
    }

    @Test
    void shouldAnswerOnTheLeaderAndSayElsewhereWhoLeads() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);

        HttpAnswer refused = platform(follower).call("POST", "/players/balance", "{\"player_id\":\"ann\"}");
        assertEquals(503, refused.status());
        assertEquals("2", refused.header("retry-after").orElse("none"));
        assertEquals("another node of the cluster leads: " + url(leader), detail(refused));
        assertEquals("unavailable", Json.find(refused.body(), "code").orElse(""), refused.body());
        HttpAnswer unready = open(follower).call("GET", "/health/ready", "");
        assertEquals(503, unready.status());
        assertTrue(
                detail(unready)
                        .startsWith("another node of the cluster leads: " + url(leader)
                                + "; this node is follower in term "),
                unready::body);
        HttpAnswer ready = open(leader).call("GET", "/health/ready", "");
        assertEquals("ready", Json.find(ready.body(), "status").orElse(ready.body()));
        assertEquals("leader", Json.find(ready.body(), "role").orElse(ready.body()));
        assertEquals(
                503, operator(follower).call("GET", "/operator/v1/status", "").status());

        HttpAnswer balance = platform(leader).call("POST", "/players/balance", "{\"player_id\":\"ann\"}");
        assertEquals("0", Json.find(balance.body(), "balance").orElse(balance.body()));
        assertEquals(
                "log",
                Json.find(
                                operator(leader)
                                        .call("GET", "/operator/v1/status", "")
                                        .body(),
                                "sync")
                        .orElse(""));
    }

    @Test
    void shouldTellOnEveryNodeHowItStands() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);

        String ofLeader =
                operator(leader).call("GET", "/operator/v1/cluster", "").body();
        String ofFollower =
                operator(follower).call("GET", "/operator/v1/cluster", "").body();

        assertEquals("leader", Json.find(ofLeader, "role").orElse(ofLeader));
        assertEquals("follower", Json.find(ofFollower, "role").orElse(ofFollower));
        assertEquals(url(leader), Json.find(ofFollower, "leader").orElse(ofFollower));
        assertEquals(3, Json.findNumber(ofFollower, "members"));
        HttpAnswer refused = operator(follower).call("POST", "/operator/v1/cluster/mark", "");
        assertEquals(409, refused.status());
        assertEquals(
                "this node doesn't lead, node " + services.indexOf(leader)
                        + " does: ask the one that leads at its operators' listener (--operator-url)",
                detail(refused));
        assertEquals(
                204,
                operator(leader).call("POST", "/operator/v1/cluster/mark", "").status());
        for (Service each : List.of(leader, follower)) {
            Eventually.within(PATIENCE, "it knows that it lacks nothing", () -> entriesBehind(each) == 0);
        }
        String metrics = open(follower).call("GET", "/metrics", "").body();
        assertTrue(metrics.contains("bankroll_cluster_behind_entries 0.0"), metrics);
        assertTrue(metrics.contains("bankroll_cluster_leads 0.0"), metrics);
        assertTrue(open(leader).call("GET", "/metrics", "").body().contains("bankroll_cluster_leads 1.0"));
    }

    @Test
    void shouldTellHowManyEntriesANodeIsBehindThatDecidesLate() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);
        LateLog log = logs.get(follower);

        log.hold();
        try {
            for (String id : List.of("bea", "cy", "dot")) {
                assertTrue(operator(leader)
                        .call("POST", "/operator/v1/players", player(id))
                        .isOk());
            }
            Eventually.within(PATIENCE, "it knows what it lacks", () -> entriesBehind(follower) == 3);
            assertTrue(figure(follower, "bytes_behind") > 0);
            String metrics = open(follower).call("GET", "/metrics", "").body();
            assertTrue(metrics.contains("bankroll_cluster_behind_entries 3.0"), metrics);
            String unready = detail(open(follower).call("GET", "/health/ready", ""));
            assertTrue(unready.endsWith(", 3 entries behind"), unready);
            assertEquals(0, entriesBehind(leader));
        } finally {
            log.goOn();
        }
        Eventually.within(PATIENCE, "it lacks nothing", () -> entriesBehind(follower) == 0);
    }

    /** The others are lost at this moment: what this node has not decided yet is acknowledged, and in its log. */
    @Test
    void shouldHaveAloneWhatTheLogOfANodeHoldsThatDecidesLate() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);
        Path left = directory.resolve("left");
        LateLog log = logs.get(follower);
        log.hold();
        try {
            assertTrue(operator(leader)
                    .call("POST", "/operator/v1/players", player("eve"))
                    .isOk());
            Eventually.within(
                    PATIENCE,
                    "the follower's log has it",
                    () -> figure(follower, "commit_position") >= figure(leader, "taken_position"));
            Copies.copy(directory.resolve("node" + services.indexOf(follower)), left);
        } finally {
            log.goOn();
        }

        Service alone = Service.start(configuration("left", List.of()), "test");
        try {
            HttpAnswer balance = platform(alone).call("POST", "/players/balance", "{\"player_id\":\"eve\"}");
            assertEquals("0", Json.find(balance.body(), "balance").orElse(balance.body()));
        } finally {
            alone.close();
        }
        Configuration member = configuration("left", member(0, FreeMembers.next(3)));
        ConditionException refused = assertThrows(ConditionException.class, () -> Service.start(member, "test"));
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("this node went on alone"), refused::getMessage);
    }

    /** And before the first mark. Its log has all. */
    @Test
    void shouldGoOnAloneWhereANodeWasEndedBeforeItsJournalWasSafe() throws Exception {
        Path young = directory.resolve("young");
        IoUtil.delete(young.resolve("journal").toFile(), true);
        IoUtil.delete(young.resolve("snapshots").toFile(), true);
        Configuration configuration = configuration("young", List.of());
        assertEquals(
                ExitCode.CONFIGURATION,
                BankrollMain.commandLine().execute("init", young.toString()),
                "another ledger would take its place");
        assertFalse(LedgerRule.require(configuration), "the start makes it");

        Service alone = Service.start(configuration, "test");
        try {
            HttpAnswer balance = platform(alone).call("POST", "/players/balance", "{\"player_id\":\"ann\"}");
            assertEquals("0", Json.find(balance.body(), "balance").orElse(balance.body()));
        } finally {
            alone.close();
        }
    }

    private long entriesBehind(Service service) {
        return figure(service, "entries_behind");
    }

    private long figure(Service service, String name) {
        return Json.findNumber(
                operator(service).call("GET", "/operator/v1/cluster", "").body(), name);
    }

    @Test
    void shouldBringBackANodeThatHasLostItsDataWhileTheOthersGoOn() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);
        int node = services.indexOf(follower);
        stop(follower);
        Path lost = directory.resolve("node" + node);
        Files.move(lost, directory.resolve("lost"));
        Contexts contexts = follower.configuration().contexts();

        Service other = services.stream()
                .filter(each -> each != leader && each != follower)
                .findFirst()
                .orElseThrow();
        NodeSeed ofAFollower = new NodeSeed(operator(other), contexts.engine(), contexts.cluster(), node, words -> {});
        assertTrue(assertThrows(ConditionException.class, ofAFollower::run)
                .getMessage()
                .contains("may lack what was acknowledged; name the one that leads: " + url(leader)));

        NodeSeed.Seeded seeded =
                new NodeSeed(operator(leader), contexts.engine(), contexts.cluster(), node, words -> {}).run();
        startAgain();

        assertEquals(services.indexOf(leader), seeded.from());
        assertTrue(seeded.copied() > 0 && seeded.head().sequence() == seeded.copied(), seeded::toString);
        awaitSame(seeded);
    }

    private void awaitSame(NodeSeed.Seeded seeded) {
        Map<String, ServiceClient> all = new LinkedHashMap<>();
        services.forEach(service -> all.put(service.operatorUrl(), operator(service)));
        Eventually.within(PATIENCE, "three nodes are the same", () -> {
            ChainComparison.Result result = new ChainComparison(all).run();
            return result.isSame() && result.sequence() >= seeded.head().sequence();
        });
    }

    @Test
    void shouldSeedAlsoWhereEachLookAtTheLeadersJournalFindsANewEntry() throws Exception {
        Service leader = awaitLeader();
        AtomicInteger looks = new AtomicInteger();

        NodeSeed.Seeded seeded = seedOver(leader, asked -> {
            if (asked.endsWith("/journal")) {
                assertTrue(looks.getAndIncrement() < MOST_LOOKS, "it goes on for ever");
                assertTrue(operator(leader)
                        .call("POST", "/operator/v1/players", player("look" + looks))
                        .isOk());
            }
        });

        awaitSame(seeded);
    }

    /** Two marks later the leader has given up a third one: on a large journal so much time goes by while it is proved. */
    @Test
    void shouldProveWhatWasCopiedBeforeItAsksForTheMark() throws Exception {
        Service leader = awaitLeader();
        AtomicBoolean isProved = new AtomicBoolean();

        NodeSeed.Seeded seeded = seedOver(leader, asked -> {
            if (asked.endsWith("/chain") && isProved.compareAndSet(false, true)) {
                giveUpNewestMark(leader);
            }
        });

        awaitSame(seeded);
    }

    private void giveUpNewestMark(Service leader) {
        long newest = makeMark(leader);
        makeMark(leader);
        makeMark(leader);
        Path archive = directory.resolve("node" + services.indexOf(leader)).resolve("cluster/archive");
        Eventually.within(
                PATIENCE, "the mark's recording is gone", () -> !Files.exists(archive.resolve(newest + "-0.rec")));
    }

    /** Tells its recording. */
    private static long makeMark(Service leader) {
        HttpAnswer before = operator(leader).call("GET", "/operator/v1/cluster/seed", "");
        long position = before.isOk() ? Json.findNumber(before.body(), "position") : -1;
        Eventually.within(
                PATIENCE,
                "a mark is asked for",
                () -> operator(leader)
                        .call("POST", "/operator/v1/cluster/mark", "")
                        .isOk());
        Eventually.within(PATIENCE, "a mark is made", () -> {
            HttpAnswer now = operator(leader).call("GET", "/operator/v1/cluster/seed", "");
            return now.isOk() && Json.findNumber(now.body(), "position") > position;
        });
        return Json.findNumber(
                operator(leader).call("GET", "/operator/v1/cluster/seed", "").body(), "service_recording");
    }

    /** Whoever starts it then would serve from a journal that is not all there, and from no log. */
    @Test
    void shouldNotStartANodeWhoseSeedBrokeOffWhileItCopied() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);
        int node = services.indexOf(follower);
        stop(follower);
        Files.move(directory.resolve("node" + node), directory.resolve("broken-off"));
        Contexts contexts = follower.configuration().contexts();
        AtomicBoolean isCut = new AtomicBoolean(true);

        NodeSeed.Seeded seeded;
        try (WatchedPath way = new WatchedPath(leader.operatorUrl(), asked -> {
            if (asked.endsWith("/chain") && isCut.get()) {
                throw new AssertionError("the connection is lost");
            }
        })) {
            ServiceClient peer = ServiceClient.operator(way.url(), Trust.of(List.of()), TOKEN);
            NodeSeed seed = new NodeSeed(peer, contexts.engine(), contexts.cluster(), node, words -> {});
            assertThrows(ConditionException.class, seed::run);

            ConditionException refused =
                    assertThrows(ConditionException.class, () -> Service.start(follower.configuration(), "test"));
            assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
            assertTrue(refused.getMessage().contains("a seed of this node was not finished"), refused::getMessage);

            isCut.set(false);
            seeded = new NodeSeed(peer, contexts.engine(), contexts.cluster(), node, words -> {}).run();
        }
        startAgain();
        awaitSame(seeded);
    }

    /** Stops a follower, seeds it over a way on which something happens before each request, and starts it. */
    private NodeSeed.Seeded seedOver(Service leader, Consumer<String> before) throws Exception {
        Service follower = follower(leader);
        int node = services.indexOf(follower);
        stop(follower);
        Contexts contexts = follower.configuration().contexts();
        NodeSeed.Seeded seeded;
        try (WatchedPath way = new WatchedPath(leader.operatorUrl(), before)) {
            ServiceClient peer = ServiceClient.operator(way.url(), Trust.of(List.of()), TOKEN);
            seeded = new NodeSeed(peer, contexts.engine(), contexts.cluster(), node, words -> {}).run();
        }
        startAgain();
        return seeded;
    }

    /** Two of three, and three of five: both would be a majority. */
    @Test
    void shouldNotSeedANodeThatCountsOtherMembersThanTheLeader() throws Exception {
        Service leader = awaitLeader();
        Contexts contexts = follower(leader).configuration().contexts();
        List<MemberAddress> five = Arrays.stream(FreeMembers.next(5).split(","))
                .map(MemberAddress::of)
                .toList();
        NodeSeed seed = new NodeSeed(
                operator(leader),
                contexts.engine(),
                contexts.cluster().members(five).urls(List.of()),
                3,
                words -> {});

        ConditionException refused = assertThrows(ConditionException.class, seed::run);

        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(
                refused.getMessage().contains("of 3 members, and cluster.members names 5 here"), refused::getMessage);
    }

    @Test
    void shouldSayWhichNodeIsNotReachedWhenChainsAreCompared() throws Exception {
        Service leader = awaitLeader();
        Map<String, ServiceClient> all = new LinkedHashMap<>();
        services.forEach(service -> all.put(service.operatorUrl(), operator(service)));
        all.put("http://127.0.0.1:1", ServiceClient.operator("http://127.0.0.1:1", Trust.of(List.of()), TOKEN));

        ChainComparison.Result result = new ChainComparison(all).run();

        assertFalse(result.isSame());
        assertEquals("no answer", result.rows().get(3).role());
        assertEquals(
                1,
                result.rows().subList(0, 3).stream()
                        .map(ChainComparison.Row::chain)
                        .distinct()
                        .count(),
                result::toString);
        assertEquals(
                400,
                operator(leader).call("GET", "/operator/v1/cluster/journal", "").status());
        assertEquals(
                409,
                operator(leader)
                        .call("GET", "/operator/v1/cluster/chain?at=1000", "")
                        .status());
    }

    @Test
    void shouldHaveANamedNodeLead() throws Exception {
        Service leader = awaitLeader();
        Service follower = follower(leader);
        String path = "/operator/v1/cluster/hand-over?to=" + services.indexOf(follower);

        HttpAnswer refused = operator(follower).call("POST", path, "");
        HttpAnswer done = Eventually.within(
                PATIENCE,
                "a follower that gets its turn late isn't ready",
                () -> operator(leader).call("POST", path, ""),
                answer -> !answer.body().contains("is not ready to lead"));

        assertEquals(409, refused.status());
        assertEquals(
                "this node doesn't lead, node " + services.indexOf(leader)
                        + " does: ask the one that leads at its operators' listener (--operator-url)",
                detail(refused));
        assertEquals(200, done.status(), done.body());
        assertEquals(services.indexOf(follower), Json.findNumber(done.body(), "leader_node"));
        assertEquals(follower, awaitLeader());
        assertEquals(
                400,
                operator(follower)
                        .call("POST", "/operator/v1/cluster/hand-over?to=all", "")
                        .status());
    }

    /** docs/proxy/haproxy-cluster.cfg as it stands, with these addresses. */
    @Test
    void shouldBeFoundByTheLoadBalancerOfTheDocuments() throws Exception {
        Needs.tools("haproxy");
        Needs.root();
        Service leader = awaitLeader();
        int port = FreePorts.next();
        String text = Files.readString(
                        Path.of(System.getProperty("bankroll.root", ".."), "docs", "proxy", "haproxy-cluster.cfg"))
                .replace("bind :80\n", "bind 127.0.0.1:" + port + "\n")
                .replaceAll("(?m)^ *bind :443.*\n", "");
        for (int node = 0; node < 3; node++) {
            text = text.replace(
                            "10.0.0." + (node + 1) + ":8080",
                            authority(services.get(node).platformUrl()))
                    .replace(
                            "addr 10.0.0." + (node + 1) + " port 8081",
                            "addr 127.0.0.1 port "
                                    + URI.create(services.get(node).operatorUrl())
                                            .getPort());
        }
        Path file = Files.writeString(directory.resolve("haproxy.cfg"), text);
        Process proxy = new ProcessBuilder("/usr/sbin/haproxy", "-db", "-f", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.out").toFile())
                .start();
        try {
            ServiceClient front =
                    ServiceClient.platform("http://127.0.0.1:" + port + "/v1", Trust.of(List.of()), SECRET);
            Eventually.within(
                    PATIENCE,
                    "every request goes to the leader, once each node was asked",
                    () -> IntStream.range(0, 20)
                            .allMatch(times -> balance(front).equals("0")));
        } finally {
            proxy.destroy();
            proxy.onExit().join();
        }
    }

    private static String balance(ServiceClient client) {
        try {
            HttpAnswer answer = client.call("POST", "/players/balance", "{\"player_id\":\"ann\"}");
            return Json.find(answer.body(), "balance").orElse(answer.body());
        } catch (ConditionException nobodyListens) {
            return "";
        }
    }

    private static String authority(String url) {
        return URI.create(url).getAuthority();
    }

    private static String player(String id) {
        return "{\"players\":[{\"player_id\":\"" + id + "\",\"currency\":\"EUR\"}]}";
    }

    private static String detail(HttpAnswer answer) {
        return Json.find(answer.body(), "detail").orElse(answer.body());
    }

    private void startAll() throws Exception {
        String members = FreeMembers.next(3);
        List<CompletableFuture<Service>> starts = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            Configuration configuration = configuration("node" + node, member(node, members));
            starts.add(CompletableFuture.supplyAsync(() -> start(configuration), task -> new Thread(task).start()));
        }
        for (CompletableFuture<Service> start : starts) {
            services.add(start.get());
        }
    }

    private Service start(Configuration configuration) {
        LateLog log = new LateLog();
        try {
            Service service = Service.start(configuration, "test", options -> options.log(log.of(options.log())));
            logs.put(service, log);
            return service;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Configuration configuration(String name, List<String> more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "data = \"" + directory.resolve(name) + "\"",
                "platform.listen = \"127.0.0.1:0\"",
                "platform.max-body-bytes = 64KiB",
                "platform.deadline-ms = 20000",
                "operator.listen = \"127.0.0.1:0\"",
                "operator.tokens = [{name = ada, role = admin, token = " + TOKEN + "}]",
                "platforms = [{name = alpha, secrets = [\"" + SECRET + "\"]}]",
                "journal.file-bytes = 32MiB",
                "journal.low-water-bytes = 0"));
        lines.addAll(more);
        Path file = Files.write(directory.resolve(name + ".conf"), lines);
        return ConfigurationLoader.load(
                new ConfigurationSources(List.of(), Map.of(), Optional.of(file), AddedParties.NONE));
    }

    /** All three share one JVM: none is elected because a thread of it got its turn late, and one that decides late for more than
     * ten heartbeats would end that JVM. */
    private static List<String> member(int node, String members) {
        return List.of(
                "init = true",
                "cluster.members = \"" + members + "\"",
                "cluster.node = " + node,
                "cluster.heartbeat-ms = 5000",
                "cluster.urls = \"http://node-0, http://node-1, http://node-2\"",
                "cluster.log-term-bytes = 16MiB");
    }

    /** A service whose start is over has found its ledger, and perhaps not yet who leads. */
    private Service awaitLeader() {
        List<Service> running =
                services.stream().filter(service -> service != stopped).toList();
        for (long beganNs = System.nanoTime(); System.nanoTime() - beganNs < PATIENCE.toNanos(); ) {
            for (Service service : running) {
                boolean isTold = running.stream()
                        .filter(other -> other != service)
                        .allMatch(other -> detail(open(other).call("GET", "/health/ready", ""))
                                .contains("leads: " + url(service) + ";"));
                if (isTold && open(service).call("GET", "/health/ready", "").isOk()) {
                    return service;
                }
            }
        }
        throw new AssertionError("nobody leads");
    }

    private String url(Service service) {
        return "http://node-" + services.indexOf(service);
    }

    private Service follower(Service leader) {
        return services.stream()
                .filter(service -> service != leader)
                .findFirst()
                .orElseThrow();
    }

    private static ServiceClient platform(Service service) {
        return ServiceClient.platform(service.platformUrl(), Trust.of(List.of()), SECRET);
    }

    private static ServiceClient operator(Service service) {
        return ServiceClient.operator(service.operatorUrl(), Trust.of(List.of()), TOKEN);
    }

    private ServiceClient open(Service service) {
        return opened.computeIfAbsent(service, it -> ServiceClient.open(it.operatorUrl(), Trust.of(List.of())));
    }
}
