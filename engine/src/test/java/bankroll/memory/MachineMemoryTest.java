package bankroll.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMemoryTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path root;

    @Test
    void shouldTellTheMachinesMemoryWhereNoGroupLimitsIt() throws IOException {
        machine(16);
        assertEquals(16 * GIB, memory().bytes());
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        assertEquals(16 * GIB, memory().bytes());
    }

    @Test
    void shouldTellTheTightestLimitOfVersion2RoundTheProcess() throws IOException {
        machine(16);
        write("proc/self/cgroup", "0::/wallet.slice/bankroll.service\n");
        write("sys/fs/cgroup/wallet.slice/memory.max", Long.toString(4 * GIB));
        write("sys/fs/cgroup/wallet.slice/bankroll.service/memory.max", Long.toString(8 * GIB));
        assertEquals(4 * GIB, memory().bytes());
    }

    @Test
    void shouldTellTheTightestLimitOfVersion1RoundTheProcess() throws IOException {
        machine(16);
        write("proc/self/cgroup", "4:cpu,cpuacct:/x\n3:memory:/docker/abc\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", Long.toString(2 * GIB));
        assertEquals(2 * GIB, memory().bytes());
    }

    /** In a container the group's path is the host's, and what is mounted is the container's own group. */
    @Test
    void shouldFindTheLimitInAContainerThatSeesOnlyItsOwnGroup() throws IOException {
        machine(16);
        write("proc/self/cgroup", "0::/../../docker/abc\n");
        write("sys/fs/cgroup/memory.max", Long.toString(3 * GIB));
        assertEquals(3 * GIB, memory().bytes());
        write("proc/self/cgroup", "0::/docker/abc\n");
        assertEquals(3 * GIB, memory().bytes());
    }

    @Test
    void shouldLeaveForTablesWhatHeapBuffersAndSystemDoNotTake() throws IOException {
        machine(16);
        assertEquals(16 * GIB - 4 * GIB - 2 * GIB - 768 * (1L << 20), memory().forTables(GIB));
        assertEquals(16 * GIB - 8 * GIB - 2 * GIB - 768 * (1L << 20), memory().forTables(8 * GIB));
        machine(1);
        assertEquals(MachineMemory.LEAST_TABLE_BYTES, memory().forTables(GIB));
    }

    @Test
    void shouldTellSomethingOfTheMachineThatItRunsOn() {
        assertTrue(
                MachineMemory.of(Path.of("/")).bytes() >= Runtime.getRuntime().maxMemory() / 4);
        assertTrue(memory().bytes() > 0, "from the JVM where there is no /proc");
    }

    private MachineMemory memory() {
        return MachineMemory.of(root);
    }

    private void machine(int gib) throws IOException {
        write("proc/meminfo", "MemTotal:       " + gib * (GIB >> 10) + " kB\nMemFree: 1 kB\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
