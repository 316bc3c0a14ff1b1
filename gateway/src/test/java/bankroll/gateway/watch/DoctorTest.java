package bankroll.gateway.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.ConfigurationSources.Flag;
import bankroll.gateway.watch.Finding.Verdict;
import bankroll.gateway.watch.Machine.KernelClock;
import bankroll.journal.files.FreeSpace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor before a machine that is as it should be, and before machines that are not. */
class DoctorTest {
    private static final DiskProbe GOOD_DISK = new DiskProbe(100, 400, 1 << 30);

    @TempDir
    private Path directory;

    private Path data;
    private Path root;

    @BeforeEach
    void prepareGoodMachine() throws IOException {
        data = directory.resolve("data");
        root = Files.createDirectories(directory.resolve("root"));
        put("proc/self/mounts", "rootfs / rootfs rw 0 0", "/dev/sda1 / ext4 rw,relatime 0 0");
        put("proc/meminfo", "MemTotal:       67108864 kB", "SwapTotal:             0 kB");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
        put("proc/sys/vm/max_map_count", "65530");
        put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    }

    @Test
    void shouldFindNothingWrongWithAGoodMachineAndLeaveNothingBehind() throws IOException {
        makeLedger();

        List<Finding> findings = examine(configuration(), DiskProbe::of);

        for (String check : List.of(
                "java", "ledger", "permissions", "file system", "swap", "huge pages", "memory maps", "memory")) {
            assertEquals(Verdict.OK, of(findings, check).verdict(), findings::toString);
        }
        assertEquals("ext4 at /", of(findings, "file system").found());
        assertTrue(of(findings, "disk speed").found().startsWith("a force takes "), findings::toString);
        try (var files = Files.list(data)) {
            assertFalse(files.anyMatch(file -> file.getFileName().toString().contains("doctor")));
        }
    }

    @Test
    void shouldSayThatNoLedgerIsThereWithTheCommandThatMakesOne() {
        Finding ledger = examine("ledger");

        assertEquals(Verdict.BAD, ledger.verdict());
        assertTrue(ledger.cure().contains("./bankroll init " + data), ledger::cure);
    }

    /** Room would not help. */
    @Test
    void shouldSendToTheMountWhereTheDiskIsReadOnly() {
        DiskProbe.Measurement refused = path -> {
            throw new FileSystemException(path.toString(), null, "Read-only file system");
        };
        DiskProbe.Measurement full = path -> {
            throw new FileSystemException(path.toString(), null, "No space left on device");
        };

        assertEquals(
                "mount it writable, or give " + directory + " to this user",
                of(examine(configuration(), refused), "disk").cure());
        assertEquals(
                "make room for 32 MiB in " + directory,
                of(examine(configuration(), full), "disk").cure());
    }

    @Test
    void shouldMissNoLedgerWhereServeMakesOne() throws IOException {
        Configuration making = configuration("init", "true");
        Finding ledger = of(examine(making, path -> GOOD_DISK), "ledger");
        assertEquals(Verdict.OK, ledger.verdict());
        assertEquals("none yet; serve makes it in " + data, ledger.found());

        Files.writeString(Files.createDirectories(data).resolve("letter.txt"), "not a ledger");
        assertEquals(
                Verdict.BAD, of(examine(making, path -> GOOD_DISK), "ledger").verdict());
    }

    @Test
    void shouldJudgeTheDiskOnWhichDataThatAreNotThereYetWillBe() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isDirectory(memory), "there is no second file system to look at");
        data = memory.resolve("bankroll-is-never-made-here");

        String found = examine("free space").found();
        assertTrue(found.contains(" of " + (FreeSpace.of(memory).totalBytes() >> 20) + " MiB free"), found);
    }

    @Test
    void shouldWarnOfWhatOtherUsersCanGetAt() throws IOException {
        makeLedger();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));

        assertEquals(Verdict.WARN, examine("permissions").verdict());
        assertEquals("chmod -R go= " + data, examine("permissions").cure());
    }

    /** Pasted, the cure would ruin a machine whose root was named. */
    @Test
    void shouldJudgeNoPermissionsWhereNoLedgerIs() throws IOException {
        assertEquals(Verdict.SKIPPED, examine("permissions").verdict());

        Files.createDirectory(data);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(data.resolve("passwd"), "root");
        for (Finding finding : examine(configuration(), path -> GOOD_DISK)) {
            assertFalse(finding.cure().contains("chmod"), finding::toString);
        }
        assertEquals("no ledger in " + data, examine("permissions").found());
    }

    @Test
    void shouldTellFileSystemsThatLoseBookings() throws IOException {
        for (String mount :
                List.of("tmpfs " + directory + " tmpfs rw", "/dev/sdb " + directory + " ext4 rw,nobarrier")) {
            put("proc/self/mounts", "/dev/sda1 / ext4 rw 0 0", mount + " 0 0");
            assertEquals(Verdict.BAD, examine("file system").verdict(), mount);
        }
        put("proc/self/mounts", "server:/x / nfs4 rw 0 0");
        assertEquals(Verdict.WARN, examine("file system").verdict());
    }

    @Test
    void shouldJudgeTheFileSystemToWhichALinkLeads() throws IOException {
        Path disk = Files.createDirectory(directory.resolve("disk")).toRealPath();
        put("proc/self/mounts", "/dev/sda1 / ext4 rw 0 0", "tmpfs " + disk + " tmpfs rw 0 0");
        data = Files.createSymbolicLink(directory.resolve("link"), disk);
        assertEquals("tmpfs at " + disk, examine("file system").found());

        data = data.resolve("not-there-yet");
        assertEquals("tmpfs at " + disk, examine("file system").found());
    }

    @Test
    void shouldWarnOfSwapSmallMapsAndMissingHugePages() throws IOException {
        put("proc/meminfo", "MemTotal:       1048576 kB", "SwapTotal:       1048576 kB");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]");
        put("proc/sys/vm/max_map_count", "1024");

        for (String check : List.of("swap", "huge pages", "memory maps")) {
            Finding finding = examine(check);
            assertEquals(Verdict.WARN, finding.verdict(), check);
            assertFalse(finding.cure().isEmpty(), check);
        }
    }

    @Test
    void shouldSkipWhatTheSystemDoesNotTell() throws IOException {
        for (String file : List.of(
                "proc/self/mounts", "sys/kernel/mm/transparent_hugepage/enabled", "proc/sys/vm/max_map_count")) {
            Files.delete(root.resolve(file));
        }

        for (String check : List.of("file system", "huge pages", "memory maps")) {
            assertEquals(Verdict.SKIPPED, examine(check).verdict(), check);
        }
    }

    @Test
    void shouldReadFilesOfTheKernelWhole() throws IOException {
        Path file = Path.of("/proc/sys/vm/max_map_count");
        assumeTrue(Files.isReadable(file), "needs Linux");

        assertEquals(
                Files.readAllLines(file).get(0),
                new Machine(Path.of("/")).text("proc/sys/vm/max_map_count").orElseThrow());
    }

    @Test
    void shouldNotBelieveADiskThatIsFasterThanAnyDiskIs() {
        assertEquals(Verdict.WARN, Doctor.honesty(new DiskProbe(5, 9, 1 << 30)).verdict());
        assertEquals(Verdict.OK, Doctor.honesty(new DiskProbe(60, 300, 1 << 30)).verdict());
    }

    @Test
    void shouldSayThatADiskCannotBeMeasured() {
        List<Finding> findings = examine(configuration(), there -> {
            throw new FileSystemException(there.toString(), null, "No space left on device");
        });

        assertEquals(Verdict.BAD, of(findings, "disk").verdict());
        assertTrue(of(findings, "disk").found().contains("No space left on device"), findings::toString);
    }

    @Test
    void shouldGiveADiskUpThatHangsAndGoOn() {
        CountDownLatch never = new CountDownLatch(1);
        DiskProbe.Measurement hung = there -> {
            awaitUninterrupted(never);
            return GOOD_DISK;
        };
        try {
            List<Finding> findings = Doctor.examine(configuration(), root, hung, new Patience(500));

            Finding given = findings.stream()
                    .filter(finding -> finding.found().startsWith("the disk of " + data + " has not answered within"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(findings));
            assertEquals(Verdict.BAD, given.verdict());
            assertTrue(given.cure().contains("dmesg"), given::cure);
            assertEquals(Verdict.SKIPPED, of(findings, "free space").verdict(), "it is waited for once");
            assertEquals(Verdict.OK, of(findings, "memory maps").verdict());
        } finally {
            never.countDown();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldTellASlowDiskFromAVerySlowOne() {
        assertEquals(Verdict.OK, Doctor.speed(new DiskProbe(100, 400, 1 << 30)).verdict());
        assertEquals(
                Verdict.WARN,
                Doctor.speed(new DiskProbe(2_000, 30_000, 1 << 30)).verdict());
        assertEquals(
                Verdict.BAD,
                Doctor.speed(new DiskProbe(50_000, 200_000, 1 << 20)).verdict());
    }

    @Test
    void shouldWarnOfAClockThatNothingSynchronises() {
        Machine machine = new Machine(root);

        assertEquals(Verdict.OK, Doctor.clock(machine, OptionalInt.of(0)).verdict());
        assertEquals(
                Verdict.WARN,
                Doctor.clock(machine, OptionalInt.of(KernelClock.UNSYNCHRONISED))
                        .verdict());
        assertEquals(Verdict.SKIPPED, Doctor.clock(machine, OptionalInt.empty()).verdict());
    }

    /** Of a machine whose disk was measured before: each measurement takes seconds on a busy one. */
    private Finding examine(String check) {
        return of(examine(configuration(), directory -> GOOD_DISK), check);
    }

    private List<Finding> examine(Configuration configuration, DiskProbe.Measurement measurement) {
        return Doctor.examine(configuration, root, measurement, Patience.OF_A_PERSON);
    }

    private static Finding of(List<Finding> findings, String check) {
        return findings.stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    private Configuration configuration() {
        return configuration("engine.table-memory-bytes", Long.toString(1L << 30));
    }

    private Configuration configuration(String key, String value) {
        return ConfigurationLoader.load(new ConfigurationSources(
                List.of(new Flag("data", "--data", data.toString()), new Flag(key, "test", value)),
                Map.of(),
                Optional.empty(),
                AddedParties.NONE));
    }

    private void makeLedger() throws IOException {
        Files.createDirectories(
                data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Engine.launch(new EngineContext().dataDirectory(data).snapshotEveryTransactions(0))
                .close();
    }

    private void put(String file, String... lines) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, String.join("\n", lines) + "\n");
    }
}
