package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A machine whose locale has other digits and another calendar, whose time zone is odd and whose charset is old: nothing
 * that is written, answered or found again depends on them.
 */
@NeedsOwnService
class LocaleContractTest {
    private static final String ARABIC = "-Duser.language=ar -Duser.country=EG";
    private static final String THAI = "-Duser.language=th -Duser.country=TH -Duser.extensions=u-ca-buddhist-nu-thai";
    private static final String ELSEWHERE = " -Duser.timezone=Asia/Kathmandu -Dfile.encoding=ISO-8859-1"
            + " -Dlogback.configurationFile=../config/logback.xml";

    @TempDir
    Path directory;

    private final List<Answer> answers = new ArrayList<>();

    /** The Thai one has other digits and another calendar; the Arabic one other digits only. */
    static List<String> locales() {
        return Boolean.getBoolean("soak") ? List.of(ARABIC, THAI) : List.of(THAI);
    }

    @ParameterizedTest
    @MethodSource("locales")
    void shouldAnswerAndRestartAsUnderAnyLocale(String locale) throws IOException {
        Path data = directory.resolve("data");
        Launch launch = Launch.PLAIN.flags((locale + ELSEWHERE).split(" "));
        Item debit;
        try (ServiceProcess first = ServiceProcess.start(settings(), data, launch)) {
            debit = play(ServiceUnderTest.of(first));
            assertEquals(0, first.terminate(), first::logged);
        }
        try (ServiceProcess second = ServiceProcess.start(settings(), data, launch)) {
            ServiceUnderTest service = ServiceUnderTest.of(second);
            answers.add(service.operator().lookUp(debit.id()).shouldBeOk());
            service.wallet().book(debit).shouldBe("ok", "102");
            long began = service.operator()
                    .get("/status")
                    .shouldBeOk()
                    .json()
                    .path("snapshots")
                    .path("sequence")
                    .asLong();
            assertTrue(began > 0, "the status tells the snapshot that the start began with");
            String recovered = second.logged()
                    .lines()
                    .filter(line -> line.contains("from a snapshot"))
                    .findFirst()
                    .orElse("nothing was recovered");
            assertTrue(recovered.matches(".*: [1-9][0-9]* from a snapshot, 0 replayed\\."), recovered);
            assertEquals(0, second.terminate(), second::logged);
            assertAscii(second.logged());
        }
        assertEquals(1, names(data.resolve("snapshots")).size(), "older ones are removed");
        names(data).forEach(LocaleContractTest::assertAscii);
        answers.forEach(LocaleContractTest::assertAscii);
    }

    private static ServiceSettings settings() {
        return new ServiceSettings().set("snapshot.keep", 1);
    }

    /** One of everything that prints a number or a time. */
    private Item play(ServiceUnderTest service) {
        TestPlayer player = service.player("100");
        Item debit = player.debit("2");
        Item reversed = player.debit("3");
        List<Result> results =
                service.wallet().book(List.of(debit, player.credit("4", debit), reversed, player.rollback(reversed)));
        results.forEach(LocaleContractTest::assertNow);
        results.get(0).shouldBe("ok", "98");
        service.operator()
                .limits(player.id(), List.of(Operator.limit("wager", "month", "500")))
                .shouldBeOk();
        answers.addAll(List.of(
                service.wallet().lookUp(debit.id()).shouldBeOk(),
                service.wallet().lookUp("unknown").shouldBe(404),
                service.wallet().endpoint().sendRaw(Call.post("/transactions", "{}")),
                service.operator().lookUp(debit.id()).shouldBeOk(),
                service.operator().player(player.id()).shouldBeOk(),
                service.operator().get(Operator.path(player.id(), "/sessions")).shouldBeOk(),
                service.operator().get("/trial-balance").shouldBeOk(),
                service.operator().get("/status").shouldBeOk(),
                service.operator().endpoint().send(Call.get("/metrics")).shouldBe(200)));
        return debit;
    }

    private static void assertNow(Result result) {
        Duration age = Duration.between(Instant.parse(result.processedAt()), Instant.now());
        assertTrue(age.abs().toDays() < 1, result.processedAt());
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .toList();
        }
    }

    private static void assertAscii(Answer answer) {
        assertAscii(answer.headers() + " " + answer.text());
    }

    private static void assertAscii(String text) {
        assertTrue(text.chars().allMatch(character -> character < 128), text);
    }
}
