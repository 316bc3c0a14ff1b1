package bankroll.gateway.flood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Ed25519Key;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.RawHttp;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Signer;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.testkit.Eventually;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A signed client keeps its connection and books while others attack: it is answered, the process lives, the memory comes
 * back, the books balance. With a heap of 256 MiB, where memory ends first; in the soak also at the flags of
 * {@code ./bankroll serve}.
 */
@Tag("alone")
class FloodTest {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final Duration LENGTH = Duration.ofMillis(SOAK ? 15_000 : 500);
    private static final Duration RETURN_LIMIT = Duration.ofSeconds(30);
    private static final long LIMIT_MS = 250;
    /** Between the listeners. */
    private static final long OTHER_LISTENER_LIMIT_MS = 50;

    /** What may be kept for the next requests: parts of bodies, buffers, the arrays of decoders. */
    private static final long KEPT_MIB = 48;

    /** Who call with large bodies at once, on a machine that they share with the service. */
    private static final int CALLERS = SOAK ? 3 : 1;

    /** The one flag that serve has otherwise: {@link HeldMemory} has to look into the process. */
    private static final String LOOKED_INTO = "-XX:-DisableAttachMechanism";

    private static final Ed25519Key CURVE = new Ed25519Key();
    private static final int LARGE = 8_000_000;

    /** The smaller one always, as everywhere in this class. */
    static List<String> heaps() {
        return SOAK ? List.of("", "-Xmx256m") : List.of("-Xmx256m");
    }

    /**
     * Under a limit of descriptors that a flood of connections would use up, the journal's next files still open; and a
     * connection that was let in before the flood keeps its place, however many strangers come.
     */
    @ParameterizedTest
    @MethodSource("heaps")
    void attack05ConnectionsWhileDescriptorsAreFew(String heap, @TempDir Path directory) {
        ServiceSettings settings = new ServiceSettings().set("journal.file-bytes", 33_554_432);
        Launch few = (heap.isEmpty() ? Launch.SERVED : Launch.SERVED.flags(heap))
                .under("bash", "-c", "ulimit -n 500; exec \"$@\"", "bash");
        try (ServiceProcess process = ServiceProcess.start(settings, directory.resolve("data"), few)) {
            assertTrue(process.logged().contains("The process may have 500 file descriptors"), process::logged);
            ServiceUnderTest service = ServiceUnderTest.of(process);
            TestPlayer player = service.player("0");
            String details = "{\"d\":\"" + "x".repeat(60_000) + "\"}";
            try (RawHttp connection = service.wallet().endpoint().raw()) {
                connection.send(balanceOf(service.wallet(), player)).shouldBeOk();
                try (Horde platforms = Horde.comingBack(process.platform(), 400, new byte[0]);
                        Horde operators = Horde.comingBack(process.operator(), 400, new byte[0])) {
                    Attacks.awaitConnected(platforms);
                    Attacks.awaitConnected(operators);
                    for (int batch = 0; batch < 8; batch++) {
                        List<Item> items = IntStream.range(0, 100)
                                .mapToObj(i -> player.credit("1").withRaw("details", details))
                                .toList();
                        Answer answer = connection.send(service.wallet().signed(Wallet.batch(items)));
                        Wallet.results(answer).forEach(result -> assertEquals("ok", result.status()));
                    }
                }
            }
            assertEquals("800", service.wallet().balanceOf(player.id()));
            assertEquals(ExitCode.OK, process.terminate(), process::logged);
        }
    }

    private static Call balanceOf(Wallet wallet, TestPlayer player) {
        return wallet.signed(Call.post("/players/balance", "{\"player_id\":\"" + player.id() + "\"}"));
    }

    @Nested
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    class AtTheFlagsOfServe extends Attacks {
        AtTheFlagsOfServe() {
            super(Launch.SERVED.flags(LOOKED_INTO));
        }
    }

    @Nested
    class AtAHeapOf256MiB extends Attacks {
        AtAHeapOf256MiB() {
            super(Launch.SERVED.flags(LOOKED_INTO, "-Xmx256m"));
        }
    }

    /** All attacks on one process; the last is its end. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    abstract static class Attacks {
        private final Launch launch;
        private final AtomicLong booked = new AtomicLong();
        private ServiceProcess process;
        private ServiceUnderTest service;
        private TestPlayer player;
        private HeldMemory before;

        Attacks(Launch launch) {
            this.launch = launch;
        }

        @BeforeAll
        void start(@TempDir Path directory) {
            process = ServiceProcess.start(
                    new ServiceSettings().platform(Map.of("name", "curve", "secrets", List.of(CURVE.publicKey()))),
                    directory.resolve("data"),
                    launch);
            service = ServiceUnderTest.of(process);
            player = service.player("1000000000");
            // what is attacked has run for a while
            attack("nothing", LENGTH.multipliedBy(2), 10_000, () -> () -> {});
            before = HeldMemory.of(process);
        }

        @AfterAll
        void end() {
            service.close();
        }

        @Test
        void attack01ReadersThatDoNotRead() {
            byte[] requests = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_600).getBytes(StandardCharsets.US_ASCII);
            attack(
                    "readers that don't read",
                    LENGTH,
                    LIMIT_MS,
                    () -> horde(process.platform(), SOAK ? 1_400 : 300, requests));
        }

        @Test
        void attack02HalfSentBodies() {
            byte[] half =
                    (headOf("application/json", LARGE) + " ".repeat(LARGE / 2)).getBytes(StandardCharsets.US_ASCII);
            attack("half-sent bodies", LENGTH, LIMIT_MS, () -> horde(process.platform(), 40, half));
        }

        @Test
        void attack02aHeadsThatNoBodyCouldMakeValid() {
            for (String head : List.of(
                    "POST /v1/transactions HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n",
                    headOf("application/json", LARGE)
                            .replaceFirst("webhook-timestamp: \\d+", "webhook-timestamp: 1614265330"))) {
                assertEquals(401, firstAnswer(head));
            }
        }

        @Test
        void attack03SignaturesThatAreCostlyToVerify() {
            Call call = signedByNobody(
                    "{\"player_id\":\"" + "x".repeat(2_000) + "\"}",
                    IntStream.range(0, 20).mapToObj(i -> "v1a," + base64(64)).collect(Collectors.joining(" ")));
            attack(
                    "costly signatures",
                    LENGTH,
                    LIMIT_MS,
                    () -> callers(process.platform(), call, answer -> answer.shouldBe(401)));
        }

        @Test
        void attack04SilentConnections() {
            attack(
                    "silent connections",
                    LENGTH,
                    LIMIT_MS,
                    () -> horde(process.platform(), SOAK ? 12_000 : 2_500, new byte[0]));
        }

        @Test
        void attack04aConnectionsThatComeAndGo() {
            byte[] bad = "x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            attack(
                    "connections that come and go",
                    LENGTH,
                    LIMIT_MS,
                    () -> Horde.comingBack(process.platform(), 50, bad));
        }

        @Test
        void attack06GuessingTokens() {
            Call call = Call.get("/operator/v1/status").header("authorization", "Bearer guess-" + base64(20));
            attack(
                    "guessing tokens",
                    LENGTH,
                    LIMIT_MS,
                    () -> callers(process.operator(), call, answer -> {
                        assertTrue(answer.status() == 401 || answer.status() == 429, answer::toString);
                    }));
        }

        @Test
        void attack07ABatchAsLargeAsMayBe() {
            String details = "{\"d\":\"" + "x".repeat(65_000) + "\"}";
            String items = IntStream.range(0, 120)
                    .mapToObj(i -> "{\"transaction_id\":\"large-" + i + "\",\"type\":\"credit\",\"player_id\":\""
                            + player.id() + "\",\"amount\":\"0\",\"currency\":\"EUR\",\"game_id\":\"g\",\"details\":"
                            + details + "}")
                    .collect(Collectors.joining(",", "{\"transactions\":[", "]}"));
            Call batch = signed("/transactions", items);
            attack(
                    "the largest batch",
                    LENGTH,
                    LIMIT_MS,
                    () -> calls(CALLERS, () -> send(batch).shouldBeOk()));
        }

        @Test
        void attack08ManyMembers() {
            String members = IntStream.range(0, 640_000)
                    .mapToObj(i -> "\"" + Integer.toString(i, 36) + "\":1")
                    .collect(Collectors.joining(",", "{", "}"));
            Call authenticate = signed("/players/authenticate", members);
            Call batch = signed("/transactions", members);
            attack(
                    "many members",
                    LENGTH,
                    LIMIT_MS,
                    () -> calls(CALLERS, () -> {
                        send(authenticate).shouldBeMalformed();
                        send(batch).shouldBeMalformed();
                    }));
        }

        @Test
        void attack09ALongFraction() {
            String item = "{\"transaction_id\":\"f\",\"type\":\"debit\",\"created_at\":\"2026-01-01T00:00:00."
                    + "1".repeat(LARGE) + "Z\"}";
            Call batch = signed("/transactions", "{\"transactions\":[" + item + "]}");
            attack(
                    "a long fraction",
                    LENGTH,
                    LIMIT_MS,
                    () -> calls(CALLERS, () -> send(batch).shouldBeMalformed()));
        }

        @Test
        void attack10TheOtherListener() {
            byte[] requests = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_600).getBytes(StandardCharsets.US_ASCII);
            Call operators = service.operator().authorized(Call.get("/players/" + player.id()));
            try (Probe probe = new Probe(
                            new Endpoint(process.operator()).raw(), () -> operators, answer -> answer.shouldBe(200));
                    AutoCloseable horde = Horde.comingBack(process.platform(), 100, requests)) {
                LockSupport.parkNanos(LENGTH.toNanos());
                probe.awaitVerdict(OTHER_LISTENER_LIMIT_MS);
                probe.shouldBeAnsweredWithin(
                        OTHER_LISTENER_LIMIT_MS, "operator's calls while the platforms' listener is flooded");
            } catch (Exception e) {
                throw new AssertionError(process.logged(), e);
            }
            attack(
                    "the operators' listener flooded",
                    LENGTH,
                    OTHER_LISTENER_LIMIT_MS,
                    () -> Horde.comingBack(process.operator(), 100, requests));
        }

        @Test
        void attack98NothingOfAllThatIsHeldAfterwards() {
            shouldHoldWhatItHeldBefore("all attacks");
        }

        @Test
        void attack99EndsUnderAttack() {
            byte[] requests = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_600).getBytes(StandardCharsets.US_ASCII);
            service.wallet().balance(player.id()).shouldBeOk();
            try (Horde horde = Horde.comingBack(process.platform(), 100, requests)) {
                awaitConnected(horde);
                assertEquals(ExitCode.OK, process.terminate(), process::logged);
            }
        }

        /** Attacks while a signed client books, and looks at everything afterwards. */
        private void attack(String name, Duration length, long limitMs, Attack attack) {
            attacked(name, length, limitMs, attack);
            assertTrue(process.process().isAlive(), process::logged);
            Eventually.within(RETURN_LIMIT, name + ": memory comes back", this::isNothingHeld);
            if (SOAK && before != null) {
                shouldHoldWhatItHeldBefore(name);
            }
            assertEquals("0", service.operator().trialBalance("EUR").path("sum").asString());
            assertEquals(
                    Long.toString(1_000_000_000 - booked.get()),
                    service.wallet().balanceOf(player.id()));
        }

        /** The signed client meanwhile. */
        private void attacked(String name, Duration length, long limitMs, Attack attack) {
            RawHttp connection = service.wallet().endpoint().raw();
            try (Probe probe = new Probe(connection, this::debit, this::bookedOne)) {
                try (AutoCloseable running = attack.begin()) {
                    long end = System.nanoTime() + length.toNanos();
                    if (running instanceof Horde horde) {
                        awaitConnected(horde);
                    }
                    LockSupport.parkNanos(end - System.nanoTime());
                    probe.awaitVerdict(limitMs);
                    service.wallet().balance(player.id()).shouldBeOk();
                }
                probe.shouldBeAnsweredWithin(limitMs, name);
            } catch (Exception e) {
                throw new AssertionError(name + "\n" + process.logged(), e);
            }
        }

        /** Signed once: what the attackers would compute is not to be in the way of what is measured. */
        private Call signed(String path, String json) {
            return service.wallet().signed(Call.post(path, json));
        }

        private Answer send(Call call) {
            return service.wallet().endpoint().send(call);
        }

        private Call debit() {
            return service.wallet().signed(Wallet.batch(List.of(player.debit("1"))));
        }

        private void bookedOne(Answer answer) {
            assertEquals("ok", Wallet.results(answer).get(0).status());
            booked.incrementAndGet();
        }

        /** A connection that is lingering may hold its buffers for a second more. */
        private void shouldHoldWhatItHeldBefore(String attack) {
            HeldMemory after = Eventually.within(
                    RETURN_LIMIT,
                    attack + ": memory comes back to " + before,
                    () -> HeldMemory.of(process),
                    held -> held.isAtMost(before, KEPT_MIB));
            System.out.println(attack + ": before " + before + ", after " + after);
        }

        private boolean isNothingHeld() {
            String metrics =
                    new Endpoint(process.operator()).send(Call.get("/metrics")).text();
            return metrics.lines()
                    .filter(line -> line.matches("bankroll_http_(answer|request)_bytes\\{listener=\"platform\"} .*"))
                    .allMatch(line -> line.endsWith(" 0.0"));
        }

        private int firstAnswer(String head) {
            try (RawHttp raw = new Endpoint(process.platform()).raw()) {
                raw.send(head);
                return raw.read(false).status();
            }
        }

        private String headOf(String contentType, int length) {
            Map<String, String> headers = Signer.headers("msg", service.wallet().now(), "v1," + base64(32));
            return "POST /v1/transactions HTTP/1.1\r\nHost: a\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                    + length
                    + headers.entrySet().stream()
                            .map(each -> "\r\n" + each.getKey() + ": " + each.getValue())
                            .collect(Collectors.joining())
                    + "\r\n\r\n";
        }

        private Call signedByNobody(String body, String signatures) {
            return Call.post("/players/balance", body)
                    .headers(Signer.headers("msg", service.wallet().now(), signatures));
        }

        private static AutoCloseable horde(URI base, int connections, byte[] bytes) {
            return Horde.of(base, connections, bytes);
        }

        private static void awaitConnected(Horde horde) {
            try {
                horde.awaitConnected();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Calls as fast as it is answered, on two connections. */
        private static AutoCloseable callers(URI base, Call call, Consumer<Answer> answers) {
            return calls(2, () -> {
                try (RawHttp raw = new Endpoint(base).raw()) {
                    for (int i = 0; i < 100; i++) {
                        answers.accept(raw.send(call));
                    }
                } catch (UncheckedIOException closed) {
                    // by the service, as it may
                }
            });
        }

        /** Does it again and again in so many threads; a failure shows when it is closed. */
        private static AutoCloseable calls(int threads, Runnable call) {
            var isOver = new java.util.concurrent.atomic.AtomicBoolean();
            List<CompletableFuture<Void>> running = IntStream.range(0, threads)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> {
                                while (!isOver.get()) {
                                    call.run();
                                }
                            },
                            task -> new Thread(task, "caller").start()))
                    .toList();
            return () -> {
                isOver.set(true);
                running.forEach(CompletableFuture::join);
            };
        }
    }

    /** Begins to attack, until it is closed. */
    @FunctionalInterface
    private interface Attack {
        AutoCloseable begin();
    }

    private static String base64(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }
}
