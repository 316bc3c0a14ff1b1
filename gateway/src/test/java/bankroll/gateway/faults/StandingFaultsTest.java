package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process gets over without a restart: afterwards it goes on at once, and nothing is lost or booked twice. */
@NeedsOwnService
class StandingFaultsTest {
    private static final int ANSWERS = 10;
    private static final int DEADLINE_MS = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    static Path directory;

    private static Trial trial;

    @BeforeAll
    static void start() {
        trial = new Trial(
                        Trial.settings("always").set("platform.deadline-ms", DEADLINE_MS), directory.resolve("data"), 1)
                .start();
    }

    @AfterEach
    void endTheLoad() throws InterruptedException {
        trial.callers().stop();
    }

    @AfterAll
    static void stopInOrder() {
        try (Trial last = trial) {
            last.stop();
        }
    }

    @Test
    void shouldOutliveForcesThatTakeTwoSeconds() throws InterruptedException {
        Strace.isNeeded();
        underLoad();
        try (Strace slow = Strace.at(pid(), false, "fdatasync", "delay_enter=2000000")) {
            trial.callers().awaitRefusal();
            trial.service().operator().endpoint().send(Call.get("/health/live")).shouldBe(200);
            trial.callers().awaitMoreAnswers(1);
        }
        goOn();
    }

    @Test
    void shouldOutliveBeingStoppedBeyondTheDeadline() throws Exception {
        underLoad();
        Shell.run("kill", "-STOP", Long.toString(pid()));
        try {
            Eventually.within(LIMIT, "every thread stands still", StandingFaultsTest::isStopped);
            shouldBeSilentBeyondTheDeadline();
        } finally {
            Shell.run("kill", "-CONT", Long.toString(pid()));
        }
        goOn();
    }

    @Test
    void shouldOutliveThatNoFileDescriptorIsLeft() throws InterruptedException {
        Needs.tools("prlimit");
        underLoad();
        String enough = Shell.run("prlimit", "--pid", Long.toString(pid()), "--nofile", "-o", "SOFT", "--noheadings");
        limitFileDescriptors("50");
        Eventually.within(
                LIMIT,
                "the lack of descriptors is noticed",
                () -> trial.process().logged().contains("Too many open files"));
        trial.callers().awaitMoreAnswers(ANSWERS);
        limitFileDescriptors(enough.trim());
        goOn();
    }

    /** Requests are under way all the while: when the process goes on, their time is over. */
    private static void shouldBeSilentBeyondTheDeadline() throws IOException {
        URI operator = trial.service().operator().endpoint().base();
        try (Socket socket = new Socket(operator.getHost(), operator.getPort())) {
            socket.setSoTimeout(DEADLINE_MS + DEADLINE_MS / 2);
            socket.getOutputStream()
                    .write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThrows(
                    SocketTimeoutException.class, () -> socket.getInputStream().read());
        }
    }

    /** One thread takes the signal and stops the others: on a busy machine they may still answer when it was sent. */
    private static boolean isStopped() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            return threads.allMatch(StandingFaultsTest::isStopped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            return true; // it ended meanwhile
        }
    }

    private static void limitFileDescriptors(String soft) {
        Shell.run("prlimit", "--pid", Long.toString(pid()), "--nofile=" + soft + ":");
    }

    private static void underLoad() {
        trial.load().callers().awaitAnswers(ANSWERS);
    }

    private static void goOn() throws InterruptedException {
        trial.callers().awaitMoreAnswers(ANSWERS);
        trial.settle();
    }

    private static long pid() {
        return trial.process().process().pid();
    }
}
