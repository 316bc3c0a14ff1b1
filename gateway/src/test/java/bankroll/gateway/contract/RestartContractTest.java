package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §3 and §6: what survives the end of the process, be it asked for or not. */
@NeedsOwnService
@ParameterizedClass
@ValueSource(strings = {"TERM", "KILL"})
class RestartContractTest {
    @TempDir
    static Path directory;

    private static ServiceSettings settings;
    private static ServiceProcess process;
    private static ServiceUnderTest service;
    private static TestPlayer player;
    private static TestPlayer blocked;
    private static final Map<Item, Result> BEFORE = new LinkedHashMap<>();
    private static final Map<String, Answer> VIEWS = new LinkedHashMap<>();
    private static final Map<String, Answer> AFTER = new LinkedHashMap<>();
    private static final String MESSAGE = Fresh.id("msg");
    private static Item tombstoned;
    private static Item unpaid;
    private static Item owed;
    private static String usedCode;
    private static String unusedCode;
    private static Map<String, String> deposit;

    RestartContractTest(String signal) {
        assertEquals(4, signal.length());
    }

    @BeforeParameterizedClassInvocation
    static void liveDieAndLiveAgain(String signal) {
        BEFORE.clear();
        VIEWS.clear();
        AFTER.clear();
        settings = new ServiceSettings().set("journal.sync", "always");
        ServiceProcess first = ServiceProcess.start(settings, directory.resolve(signal));
        service = ServiceUnderTest.of(first);
        play();
        remember();
        if (signal.equals("KILL")) {
            first.kill();
        } else {
            assertEquals(0, first.terminate(), first::logged);
        }
        process = ServiceProcess.start(settings, directory.resolve(signal));
        service = ServiceUnderTest.of(process);
        AFTER.put("exchange", service.wallet().authenticateAs(MESSAGE, usedCode, "roulette"));
        VIEWS.keySet().stream()
                .filter(path -> !path.equals("exchange"))
                .forEach(path -> AFTER.put(path, service.operator().get(path)));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        service.close();
    }

    private static void play() {
        player = service.player("100");
        blocked = service.player("50");
        Item debit = player.debit("10").withRaw("details", "{\"bet\" : \"red\"}");
        Item reversed = player.debit("20");
        owed = player.debit("5");
        unpaid = player.credit("7", owed);
        Item late = player.debit("1");
        tombstoned = player.debit("1");
        List<Item> items = List.of(
                debit,
                player.credit("3", debit),
                reversed,
                player.rollback(reversed),
                player.debit("1000"),
                player.in("none").debit("1"),
                unpaid,
                player.rollback(late),
                late,
                player.rollback(tombstoned),
                player.debit("9999999999999999999"));
        List<Result> results = service.wallet().book(items);
        for (int i = 0; i < items.size(); i++) {
            BEFORE.put(items.get(i), results.get(i));
        }
        usedCode = service.operator().launchCode(player.id());
        unusedCode = service.operator().launchCode(player.id());
        service.operator()
                .block(blocked.id(), Map.of("reason", "asked", "until", "2100-01-01T00:00:00Z", "self_excluded", true));
        service.operator()
                .limits(
                        player.id(),
                        List.of(Operator.limit("wager", "month", "500"), Operator.limit("stake", "transaction", "50")));
        service.operator().limits(player.id(), List.of(Operator.limit("wager", "month", "600")));
        deposit = Operator.transferOf(player, "deposit", "4");
        service.operator().transfer(deposit);
        // as late as can be: it is answered again for a minute, and a start may take half of that
        VIEWS.put(
                "exchange",
                service.wallet().authenticateAs(MESSAGE, usedCode, "roulette").shouldBeOk());
    }

    private static void remember() {
        BEFORE.keySet()
                .forEach(item -> VIEWS.put(
                        "/transactions/" + item.id(), service.operator().lookUp(item.id())));
        for (String path : List.of(
                Operator.path(player.id(), ""),
                Operator.path(blocked.id(), ""),
                Operator.path(player.id(), "/sessions"),
                "/trial-balance")) {
            VIEWS.put(path, service.operator().get(path).shouldBeOk());
        }
    }

    @Test
    void shouldGiveTheSameAnswersToReSentTransactions() {
        BEFORE.forEach((item, before) -> {
            if (item != unpaid) {
                Result again = service.wallet().book(item);
                assertEquals(before.status(), again.status(), item::toString);
                assertEquals(before.processedAt(), again.processedAt(), item::toString);
            }
        });
    }

    @Test
    void shouldRememberTombstones() {
        service.wallet().book(tombstoned).shouldBe("rolled_back");
    }

    @Test
    void shouldRememberWhatIdsWereSentWith() {
        Item first = BEFORE.keySet().iterator().next();
        service.wallet().book(first.amount("11")).shouldBe("duplicate_mismatch");
    }

    @Test
    void shouldDecideARefusedCreditAnew() {
        service.wallet().book(unpaid.amount("8")).shouldBe("duplicate_mismatch");
        service.wallet().book(owed).shouldBe("ok");
        service.wallet().book(unpaid).shouldBe("ok");
    }

    @Test
    void shouldKeepBalancesAndShowEverythingAsBefore() {
        assertEquals("97", VIEWS.get(Operator.path(player.id(), "")).member("balance"));
        AFTER.forEach((path, after) -> {
            if (!path.equals("exchange")) {
                assertEquals(withoutSequence(VIEWS.get(path), path), withoutSequence(after, path), path);
            }
        });
    }

    /** The start itself may be an entry of the journal. */
    private static String withoutSequence(Answer answer, String path) {
        return path.equals("/trial-balance") ? answer.json().path("currencies").toString() : answer.text();
    }

    @Test
    void shouldKeepSelfExclusions() {
        service.operator().unblock(blocked.id()).shouldBeProblem(409, "conflict");
        service.wallet().book(blocked.debit("1")).shouldBe("player_blocked", "50");
    }

    @Test
    void shouldKeepLaunchCodesUsedAndUnused() {
        Wallet wallet = service.wallet();
        wallet.authenticate(usedCode, "roulette").shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticate(unusedCode, "roulette").shouldBeOk();
    }

    @Test
    void shouldGiveTheSameSessionToTheSameMessage() {
        Answer again = AFTER.get("exchange").shouldBeOk();
        assertEquals(VIEWS.get("exchange").member("session_id"), again.member("session_id"));
    }

    @Test
    void shouldKeepTransfersBookedOnce() {
        assertEquals("ok", service.operator().transfer(deposit).path("status").asString());
        service.operator()
                .get("/trial-balance")
                .shouldBeOk()
                .json()
                .path("currencies")
                .forEach(line -> assertEquals("0", line.path("sum").asString()));
    }

    @Test
    void shouldGoOnBookingInOpenSessions() {
        TestPlayer fresh = service.player("10");
        service.wallet().book(fresh.debit("1")).shouldBe("ok", "9");
        Item nothing = player.debit("0");
        assertEquals("ok", service.wallet().book(nothing).status());
    }

    @Test
    void shouldTakeNewKeysAndPlatformsWithoutARestart() {
        Wallet beta = service.wallet(ServiceSettings.BETA);
        Item debit = service.player("10").debit("1");
        beta.lookUp(debit.id()).shouldBeProblem(401, "invalid_signature");
        settings.platform(Map.of("name", "beta", "secrets", List.of(ServiceSettings.BETA)));
        process.reload(settings);
        Eventually.within(
                Duration.ofSeconds(20),
                "the new platform may call",
                () -> beta.lookUp(debit.id()).status() == 404);
        beta.book(debit).shouldBe("ok", "9");
        service.wallet().book(debit).shouldBe("ok", "8");
    }
}
