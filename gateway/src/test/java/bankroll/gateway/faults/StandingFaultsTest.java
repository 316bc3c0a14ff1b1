package bankroll.gateway.faults;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process gets over without a restart: afterwards it goes on at once, and nothing is lost or booked twice. */
@NeedsOwnService
class StandingFaultsTest {
    private static final int ANSWERS = 10;

    @TempDir
    static Path directory;

    private static Trial trial;

    @BeforeAll
    static void start() {
        trial = new Trial(Trial.settings("always").set("platform.deadline-ms", 1_000), directory.resolve("data"), 1)
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
    void shouldOutliveBeingStoppedForSeconds() throws InterruptedException {
        underLoad();
        Shell.run("kill", "-STOP", Long.toString(pid()));
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
        Shell.run("kill", "-CONT", Long.toString(pid()));
        goOn();
    }

    @Test
    void shouldOutliveThatNoFileDescriptorIsLeft() throws InterruptedException {
        Needs.tools("prlimit");
        underLoad();
        String enough = Shell.run("prlimit", "--pid", Long.toString(pid()), "--nofile", "-o", "SOFT", "--noheadings");
        limitFileDescriptors("50");
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        trial.callers().awaitMoreAnswers(ANSWERS);
        limitFileDescriptors(enough.trim());
        goOn();
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
