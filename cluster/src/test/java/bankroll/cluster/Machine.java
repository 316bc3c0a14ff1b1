package bankroll.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A machine for one node on this one: a network address, a disk and a clock of its own, so that each can fail. Needs root; the
 * test is skipped where something is missing.
 */
final class Machine implements AutoCloseable {
    /** What a node may be told to have for a clock that steps; null where the library isn't there. */
    private static final Path CLOCK_LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    private static final long DISK_BYTES = 4L << 30;

    private static final int BLOCK = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NOBODY = "02:00:00:00:00:99";

    /** Which of a machine's packets are lost. */
    enum Lost {
        SENT,
        RECEIVED,
        BOTH
    }

    private final int number;
    private final Path directory;
    private boolean hasDisk;

    private Machine(int number, Path directory) {
        this.number = number;
        this.directory = directory;
    }

    /** Three of them, connected. The last one's end takes the network between them away. */
    static List<Machine> three(Path directory) {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root");
        for (String tool : List.of("ip", "nsenter", "mount", "umount", "losetup", "mkfs.ext4", "xfs_io", "fallocate")) {
            assumeTrue(ends("which", tool) == 0, () -> "skipped: needs the program " + tool);
        }
        assumeTrue(ends("ip", "netns", "add", hub()) == 0, "skipped: no network namespace can be made here");
        List<Machine> made = new ArrayList<>();
        try {
            run("ip", "-n", hub(), "link", "add", "hub", "type", "bridge");
            run("ip", "-n", hub(), "link", "set", "hub", "up");
            for (int number = 0; number < 3; number++) {
                Machine machine = new Machine(number, directory);
                made.add(machine);
                machine.connect();
                machine.makeDisk();
            }
            return made;
        } catch (RuntimeException | Error e) {
            made.forEach(Machine::close);
            throw e;
        }
    }

    private static String hub() {
        return "bankroll-hub-" + ProcessHandle.current().pid();
    }

    private String space() {
        return "bankroll-" + number + "-" + ProcessHandle.current().pid();
    }

    String address() {
        return address(number);
    }

    private static String address(int number) {
        return "10.77.0." + (number + 1);
    }

    private void connect() {
        run("ip", "netns", "add", space());
        String port = "port" + number;
        run("ip", "link", "add", "eth0", "netns", space(), "type", "veth", "peer", "name", port, "netns", hub());
        run("ip", "-n", hub(), "link", "set", port, "master", "hub", "up");
        run("ip", "-n", space(), "addr", "add", address() + "/24", "dev", "eth0");
        run("ip", "-n", space(), "link", "set", "eth0", "up");
        run("ip", "-n", space(), "link", "set", "lo", "up");
    }

    private void makeDisk() {
        try (RandomAccessFile file = new RandomAccessFile(image().toFile(), "rw")) {
            file.setLength(DISK_BYTES);
            Files.createDirectories(disk());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run("mkfs.ext4", "-q", "-m", "0", image().toString());
        mount();
    }

    private void mount() {
        run("mount", "-o", "loop", image().toString(), disk().toString());
        hasDisk = true;
    }

    private Path image() {
        return directory.resolve("disk" + number + ".img");
    }

    private Path disk() {
        return directory.resolve("disk" + number);
    }

    /** The node's data directory, on this machine's disk. */
    Path data() {
        return disk().resolve("data");
    }

    /** What a node's command is put behind, so that it runs here. */
    List<String> around() {
        List<String> words = new ArrayList<>(List.of("nsenter", "--net=/var/run/netns/" + space()));
        if (Files.exists(CLOCK_LIBRARY)) {
            words.addAll(List.of(
                    "env",
                    "LD_PRELOAD=" + CLOCK_LIBRARY,
                    "FAKETIME_TIMESTAMP_FILE=" + clock(),
                    "FAKETIME_CACHE_DURATION=1",
                    "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    "FAKETIME_FORCE_MONOTONIC_FIX=0"));
            clock("+0s");
        }
        return words;
    }

    static void needsClocks() {
        assumeTrue(Files.exists(CLOCK_LIBRARY), "skipped: needs " + CLOCK_LIBRARY);
    }

    private Path clock() {
        return directory.resolve("clock" + number);
    }

    /** Within a second its wall clock is off by so much, as libfaketime writes it. */
    void clock(String offset) {
        try {
            Path next = Files.writeString(directory.resolve("next" + number), offset + "\n");
            Files.move(next, clock(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Packets go to a card that nobody has, without a word to whoever sent them. */
    void cutOff(Lost lost) {
        for (int other = 0; other < 3; other++) {
            if (other != number && lost != Lost.RECEIVED) {
                mislead(space(), address(other));
            }
        }
        for (Machine other : lost == Lost.SENT ? List.<Machine>of() : others()) {
            mislead(other.space(), address());
        }
    }

    private static void mislead(String space, String address) {
        run("ip", "-n", space, "neigh", "replace", address, "lladdr", NOBODY, "nud", "permanent", "dev", "eth0");
    }

    void connectAgain() {
        for (Machine other : others()) {
            ends("ip", "-n", space(), "neigh", "del", other.address(), "dev", "eth0");
            ends("ip", "-n", other.space(), "neigh", "del", address(), "dev", "eth0");
        }
    }

    private List<Machine> others() {
        return Stream.of(0, 1, 2)
                .filter(other -> other != number)
                .map(other -> new Machine(other, directory))
                .toList();
    }

    /** The power goes: what was not forced may be lost, and nothing is written any more. */
    void cutPower() {
        run("xfs_io", "-x", "-c", "shutdown", disk().toString());
    }

    /** The power is back; no process may have run since. */
    void restorePower() {
        run("umount", disk().toString());
        hasDisk = false;
        Eventually.within(
                PATIENCE,
                image() + " is mounted nowhere",
                () -> run("losetup", "-j", image().toString()).isBlank());
        mount();
    }

    /** Not one more byte fits on the disk. */
    void fillDisk() {
        leave(BLOCK);
        try (OutputStream ballast = Files.newOutputStream(ballast(), StandardOpenOption.APPEND)) {
            byte[] block = new byte[BLOCK];
            for (long written = 0; written < DISK_BYTES; written += BLOCK) {
                ballast.write(block);
            }
            throw new AssertionError("the disk is larger than it was made");
        } catch (IOException full) {
            // as it was meant
        }
    }

    /** So much is free on the disk, a little more or less. */
    void leave(long bytes) {
        run(
                "fallocate",
                "-l",
                String.valueOf(disk().toFile().getUsableSpace() - bytes),
                ballast().toString());
    }

    void freeDisk() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path ballast() {
        return disk().resolve("ballast");
    }

    private static String run(String... command) {
        StringBuilder printed = new StringBuilder();
        int code = ends(printed, command);
        if (code != 0) {
            throw new AssertionError(String.join(" ", command) + " ended with " + code + ": " + printed);
        }
        return printed.toString();
    }

    private static int ends(String... command) {
        return ends(new StringBuilder(), command);
    }

    private static int ends(StringBuilder printed, String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
            Process process = builder.start();
            process.getOutputStream().close();
            printed.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            return process.waitFor();
        } catch (IOException e) {
            printed.append(e.getMessage());
            return -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (hasDisk) {
            run("umount", disk().toString());
        }
        ends("ip", "netns", "del", space());
        if (number == 2) {
            ends("ip", "netns", "del", hub());
        }
    }
}
