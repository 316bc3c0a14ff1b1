package bankroll.gateway.watch;

import static bankroll.gateway.watch.Finding.bad;
import static bankroll.gateway.watch.Finding.ok;
import static bankroll.gateway.watch.Finding.okUnless;
import static bankroll.gateway.watch.Finding.skipped;
import static bankroll.gateway.watch.Finding.warn;

import bankroll.condition.ConditionException;
import bankroll.condition.Reason;
import bankroll.condition.ShellWord;
import bankroll.engine.DataDirectory;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConnectionSettings;
import bankroll.gateway.config.FileDescriptors;
import bankroll.gateway.config.LedgerRule;
import bankroll.gateway.config.Settings;
import bankroll.gateway.watch.Machine.KernelClock;
import bankroll.gateway.watch.Patience.NoAnswerException;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.FreeSpace;
import bankroll.memory.MachineMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;

/** Looks at a machine as the service will find it: each check has a verdict and, where one is needed, a cure. One thread. */
public final class Doctor {
    /** No disk keeps a page so fast: its answer comes from a cache that a power cut may empty. */
    private static final long TOO_FAST_US = 20;

    private static final long SLOW_US = 10_000;
    private static final long VERY_SLOW_US = 100_000;
    private static final int LEAST_MAPS = 65_530;
    private static final double SCARCE = 0.1;
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");
    private static final Set<String> OF_A_CONTAINER = Set.of("overlay", "aufs");
    private static final Set<String> OVER_A_NETWORK = Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph");
    private static final Set<String> TRIED = Set.of("ext4", "xfs");
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private final Configuration configuration;
    private final Machine machine;
    private final Path root;
    private final DiskProbe.Measurement measurement;
    private final Path data;
    private final Patience patience;
    private boolean isHung;

    private Doctor(Configuration configuration, Path root, DiskProbe.Measurement measurement, Patience patience) {
        this.patience = patience;
        this.configuration = configuration;
        this.root = root;
        this.measurement = measurement;
        this.machine = new Machine(root);
        this.data = configuration.get(Settings.DATA).toAbsolutePath().normalize();
    }

    /** Looks at everything; the disk takes a second or, a slow one, some more, and is given up where it hangs. */
    public static List<Finding> examine(Configuration configuration) {
        return examine(configuration, Path.of("/"), DiskProbe::of, Patience.OF_A_PERSON);
    }

    /** The same of a machine whose root directory is this, and whose disk is measured so and waited for so long. */
    static List<Finding> examine(
            Configuration configuration, Path root, DiskProbe.Measurement measurement, Patience patience) {
        Doctor doctor = new Doctor(configuration, root, measurement, patience);
        List<Finding> findings = new ArrayList<>();
        findings.add(doctor.java());
        findings.add(doctor.kernel());
        findings.add(doctor.parties());
        findings.addAll(doctor.ofDisk("ledger", () -> List.of(doctor.ledger())));
        findings.addAll(doctor.ofDisk("permissions", () -> List.of(doctor.permissions())));
        findings.addAll(doctor.ofDisk("file system", () -> List.of(doctor.fileSystem())));
        findings.addAll(doctor.ofDisk("disk", doctor::disk));
        findings.addAll(doctor.ofDisk("free space", () -> List.of(doctor.freeSpace())));
        findings.add(doctor.memory());
        findings.add(doctor.swap());
        findings.add(doctor.hugePages());
        findings.add(doctor.descriptors());
        findings.add(doctor.maps());
        findings.add(clock(doctor.machine, KernelClock.state()));
        return findings;
    }

    /** It is waited for once: what hangs at one look hangs at the next. */
    private List<Finding> ofDisk(String check, Callable<List<Finding>> look) {
        if (isHung) {
            return List.of(skipped(check, "the disk of " + data + " hangs"));
        }
        try {
            return patience.with("the disk of " + data, look);
        } catch (NoAnswerException e) {
            isHung = true;
            return List.of(bad(
                    check,
                    Reason.of(e),
                    "look at what the system says of it (dmesg); it hangs, and so does a service that writes to it"));
        } catch (IOException e) {
            return List.of(bad(check, Reason.of(e), "look at the disk"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(skipped(check, "interrupted"));
        }
    }

    private Finding java() {
        String found = Runtime.version() + ", " + System.getProperty("os.arch");
        return okUnless(
                !"64".equals(System.getProperty("sun.arch.data.model", "64")),
                bad("java", found, "use a 64-bit Java: tables and journal need the addresses"));
    }

    private Finding kernel() {
        String found = System.getProperty("os.name") + " " + System.getProperty("os.version");
        return okUnless(
                !found.startsWith("Linux"),
                warn("kernel", found, "run it on Linux: what is promised about disks was tried there"));
    }

    private Finding parties() {
        List<String> missing = configuration.get(Settings.DEMO) ? List.of() : configuration.missing();
        return missing.isEmpty()
                ? ok("configuration", configuration.parties())
                : warn("configuration", "serve would refuse it", String.join("; ", missing));
    }

    private Finding ledger() {
        try {
            return ok(
                    "ledger", LedgerRule.require(configuration) ? "in " + data : "none yet; serve makes it in " + data);
        } catch (ConditionException e) {
            return bad("ledger", "none in " + data, e.getMessage());
        }
    }

    /** Only of a ledger's directory: what is another's isn't to be given to the service's user, nor closed to the rest. */
    private Finding permissions() {
        if (!new DataDirectory(data).hasLedger()) {
            return skipped("permissions", "no ledger in " + data);
        }
        try {
            boolean isOpen = Files.getFileAttributeView(data, PosixFileAttributeView.class) != null
                    && Files.getPosixFilePermissions(data).stream().anyMatch(OF_OTHERS::contains);
            if (!Files.isWritable(data)) {
                return bad(
                        "permissions",
                        data + " can't be written by this user",
                        "mount it writable, or give it to the service's user");
            }
            return okUnless(
                    isOpen,
                    warn(
                            "permissions",
                            isOpen ? "other users can get at " + data : data + " is this user's alone",
                            "chmod -R go= " + ShellWord.of(data)));
        } catch (IOException e) {
            return bad("permissions", Reason.of(e), "give " + data + " to the service's user");
        }
    }

    private Finding fileSystem() {
        Machine.Mount mount = machine.mountOf(real(data)).orElse(null);
        if (mount == null) {
            return skipped("file system", "/proc/self/mounts can't be read");
        }
        String found = mount.type() + " at " + mount.directory();
        if (IN_MEMORY.contains(mount.type())) {
            return bad(
                    "file system", found, "put the data on a disk: this one is empty after a restart of the machine");
        }
        if (mount.has("nobarrier") || mount.has("barrier=0")) {
            return bad(
                    "file system",
                    found + ", without barriers",
                    "mount it without nobarrier: a power cut loses bookings");
        }
        if (mount.has("ro")) {
            return bad("file system", found + ", read-only", "mount it writable, or find out why the system didn't");
        }
        if (OF_A_CONTAINER.contains(mount.type())) {
            return warn("file system", found, "mount a volume for the data: this goes with its container");
        }
        if (OVER_A_NETWORK.contains(mount.type())) {
            return warn("file system", found, "use a disk of this machine: over a network a force may not be one");
        }
        return okUnless(
                !TRIED.contains(mount.type()),
                warn("file system", found, "ext4 and xfs are what power cuts were tried on"));
    }

    /** Where it is, or will be made, when all links are followed: they lead to other disks. */
    private static Path real(Path path) {
        Path standing = FreeSpace.standing(path);
        try {
            return standing.toRealPath();
        } catch (IOException e) {
            return standing;
        }
    }

    private List<Finding> disk() {
        Path directory = FreeSpace.standing(data);
        try {
            DiskProbe probe = measurement.of(directory);
            return List.of(honesty(probe), speed(probe));
        } catch (IOException e) {
            String cure = DurableFiles.isForWantOfRoom(e)
                    ? "make room for 32 MiB in " + directory
                    : "mount it writable, or give " + directory + " to this user";
            return List.of(bad("disk", "can't be measured: " + Reason.of(e), cure));
        }
    }

    static Finding honesty(DiskProbe probe) {
        String found = "half of all forces take up to " + probe.medianUs() + " us";
        return probe.medianUs() >= TOO_FAST_US
                ? ok("disk keeps what it says", found)
                : warn(
                        "disk keeps what it says",
                        found + ", which no disk can",
                        "find out what answers instead: a file system in memory, a cache without a battery, a virtual disk"
                                + " that ignores flushes (its host's cache mode unsafe)");
    }

    static Finding speed(DiskProbe probe) {
        String found = "a force takes " + probe.medianUs() + " us, one in a hundred " + probe.slowUs() + " us; "
                + (probe.bytesPerSecond() >> 20) + " MiB/s";
        String cure =
                "every answer waits for a force: look for a neighbour on this disk, a throttled volume, a failing disk";
        return okUnless(
                probe.slowUs() > SLOW_US,
                probe.slowUs() > VERY_SLOW_US ? bad("disk speed", found, cure) : warn("disk speed", found, cure));
    }

    private Finding freeSpace() {
        try {
            FreeSpace space = FreeSpace.near(data);
            long free = space.usableBytes();
            long total = space.totalBytes();
            long lowWater = configuration.get(Settings.LOW_WATER_BYTES);
            long comfort = lowWater + 2 * configuration.get(Settings.FILE_BYTES);
            String found = mib(free) + " of " + mib(total) + " free, low-water mark " + mib(lowWater);
            if (free < comfort) {
                String cure = "make room, or enlarge the file system; at the mark bookings are refused";
                return free < lowWater ? bad("free space", found, cure) : warn("free space", found, cure);
            }
            return okUnless(
                    free < SCARCE * total,
                    warn("free space", found, "make room before the journal needs it: less than a tenth"));
        } catch (IOException e) {
            return bad("free space", Reason.of(e), "look at the disk");
        }
    }

    private Finding memory() {
        long bytes = MachineMemory.of(root).bytes();
        long tables = configuration.get(Settings.TABLE_MEMORY_BYTES);
        String found = mib(bytes) + " for this process, " + mib(tables) + " of them for tables";
        return okUnless(
                tables > bytes - bytes / 4,
                warn(
                        "memory",
                        found,
                        "lower engine.table-memory-bytes or use a larger machine: heap and buffers need a quarter"));
    }

    private Finding swap() {
        long swap = machine.memory("SwapTotal");
        return okUnless(
                swap > 0,
                warn(
                        "swap",
                        swap > 0 ? mib(swap) : "none",
                        "switch it off (swapoff -a) or set vm.swappiness=1: a table that is swapped out answers late"));
    }

    private Finding hugePages() {
        return machine.text("sys/kernel/mm/transparent_hugepage/enabled")
                .map(text -> okUnless(
                        text.contains("[never]"),
                        warn(
                                "huge pages",
                                text,
                                "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled: lookups in large tables get"
                                        + " faster")))
                .orElseGet(() -> skipped("huge pages", "the kernel doesn't tell"));
    }

    private Finding descriptors() {
        FileDescriptors descriptors = FileDescriptors.ofThisProcess();
        int wanted = configuration.get(ConnectionSettings.MAX_CONNECTIONS)
                + configuration.get(Settings.OPERATOR_MAX_CONNECTIONS);
        return okUnless(
                descriptors.connections() < wanted,
                warn(
                        "file descriptors",
                        descriptors.limit() + " for this user: room for " + Math.max(0, descriptors.connections())
                                + " connections, and " + wanted + " may come",
                        "raise the limit (ulimit -n, LimitNOFILE= in a unit), or expect fewer connections"));
    }

    private Finding maps() {
        return machine.text("proc/sys/vm/max_map_count")
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> okUnless(
                        Long.parseLong(text) < LEAST_MAPS,
                        warn("memory maps", text, "sysctl vm.max_map_count=" + LEAST_MAPS + ": the journal is mapped")))
                .orElseGet(() -> skipped("memory maps", "the kernel doesn't tell"));
    }

    static Finding clock(Machine machine, OptionalInt state) {
        String source = machine.text("sys/devices/system/clocksource/clocksource0/current_clocksource")
                .orElse("unknown");
        if (state.isEmpty()) {
            return skipped("clock", "the kernel doesn't tell whether it is synchronised; source " + source);
        }
        return okUnless(
                state.getAsInt() == KernelClock.UNSYNCHRONISED,
                warn(
                        "clock",
                        state.getAsInt() == KernelClock.UNSYNCHRONISED
                                ? "not synchronised, source " + source
                                : "synchronised, source " + source,
                        "start a time service (apt install chrony): signatures and entries carry this clock's time"));
    }

    private static String mib(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
