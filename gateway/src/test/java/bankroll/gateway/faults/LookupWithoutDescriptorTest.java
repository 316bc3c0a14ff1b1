package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No descriptor is left when a journal file is looked into for the first time. */
@NeedsOwnService
class LookupWithoutDescriptorTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path data;

    private final ServiceSettings settings = new ServiceSettings();

    @Test
    void shouldRefuseTheLookupUntilThereAreDescriptorsAndGoOnWithAllElse() throws IOException {
        Needs.tools("prlimit");
        Item lost = bookInALifeOfItsOwn();
        Item old = bookInALifeOfItsOwn();
        try (ServiceProcess process = ServiceProcess.start(settings, data)) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            TestPlayer player = service.player("100");
            Item late = player.credit("1");
            service.wallet().book(late);
            service.wallet().lookUp(late.id()).shouldBeOk();
            failOnce(service, lost);
            long pid = process.process().pid();
            String enough = Shell.run("prlimit", "--pid", Long.toString(pid), "--nofile", "-o", "SOFT", "--noheadings");

            limitFileDescriptors(pid, "20");
            service.wallet()
                    .lookUp(old.id())
                    .shouldBeProblem(503, "unavailable")
                    .shouldSayWhenToRetry();
            service.wallet().lookUp(late.id()).shouldBeOk();
            assertEquals("ok", service.wallet().book(player.credit("1")).status());
            awaitDegraded(service, "2.0");

            limitFileDescriptors(pid, enough.trim());
            awaitDegraded(service, "1.0");
            service.wallet().lookUp(old.id()).shouldBeOk();
            assertTrue(process.logged().contains("Too many open files"), process::logged);
            assertEquals(0, process.terminate(), process::logged);
        }
    }

    /** Each life has a journal file of its own, into which the next one has not looked. */
    private Item bookInALifeOfItsOwn() {
        try (ServiceUnderTest service = ServiceUnderTest.start(settings, data)) {
            Item booked = service.player("100").credit("1");
            service.wallet().book(booked);
            return booked;
        }
    }

    /** A program that is run from directories, as here, needs a descriptor for each class; these are loaded now. */
    private void failOnce(ServiceUnderTest service, Item lost) throws IOException {
        Path file;
        try (Stream<Path> files = Files.list(data.resolve("journal/00000001"))) {
            file = files.filter(it -> it.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
        Path aside = data.resolve("aside");
        Files.move(file, aside);
        service.wallet().lookUp(lost.id()).shouldBeProblem(500, "internal");
        Files.move(aside, file);
        service.wallet().lookUp(lost.id()).shouldBeOk();
        awaitDegraded(service, "1.0");
    }

    private static void limitFileDescriptors(long pid, String soft) {
        Shell.run("prlimit", "--pid", Long.toString(pid), "--nofile=" + soft + ":");
    }

    private static void awaitDegraded(ServiceUnderTest service, String count) {
        Eventually.within(
                LIMIT,
                "lookups degraded: " + count,
                () -> service.operator()
                        .endpoint()
                        .send(Call.get("/metrics"))
                        .text()
                        .contains("bankroll_degraded{part=\"lookups\"} " + count));
    }
}
