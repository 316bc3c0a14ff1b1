package bankroll.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Where a release is tried: a directory that looks like a machine, so that what is installed there is gone with it. Needs
 * root, except for the machine that runs the test itself.
 */
final class Machine implements AutoCloseable {
    private static final int LIMIT_S = 180;

    private final Path root;
    private final List<Path> mounts = new ArrayList<>();

    private Machine(Path root) {
        this.root = root;
    }

    /** This one. */
    static Machine here() {
        return new Machine(null);
    }

    /** A directory that holds all that there is. */
    static Machine in(Path root) throws Exception {
        Machine machine = new Machine(root);
        machine.mount("-t", "proc", "proc", Files.createDirectories(root.resolve("proc")));
        machine.mount("--bind", "/dev", Files.createDirectories(root.resolve("dev")));
        return machine;
    }

    /** A copy of this machine without any Java; what is written in it goes to {@code scratch}. */
    static Machine withoutJava(Path scratch) throws Exception {
        Path root = Files.createDirectories(scratch.resolve("root"));
        Files.createDirectories(scratch.resolve("upper"));
        Files.createDirectories(scratch.resolve("work"));
        Machine machine = new Machine(root);
        String layers = "lowerdir=/,upperdir=" + scratch.resolve("upper") + ",workdir=" + scratch.resolve("work");
        machine.mount("-t", "overlay", "-o", layers, "overlay", root);
        machine.mount("-t", "proc", "proc", root.resolve("proc"));
        machine.mount("--bind", "/dev", root.resolve("dev"));
        machine.mount("-t", "tmpfs", "tmpfs", root.resolve("usr/lib/jvm"));
        return machine;
    }

    private void mount(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("mount"));
        List.of(arguments).forEach(argument -> command.add(argument.toString()));
        Ran ran = run(new ProcessBuilder(command));
        assertEquals(0, ran.exitCode(), ran.printed());
        mounts.add(0, (Path) arguments[arguments.length - 1]);
    }

    /** A command as root, or as the user that runs the test; waits for its end. */
    Ran run(String... command) throws Exception {
        return run(process(Map.of(), List.of(command)));
    }

    /** As {@link #run}, and it must end with 0. */
    String succeed(String... command) throws Exception {
        Ran ran = run(command);
        assertEquals(0, ran.exitCode(), String.join(" ", command) + "\n" + ran.printed());
        return ran.printed();
    }

    /**
     * A command on this machine, in an environment that knows no Java.
     *
     * @param environment besides the path; {@code USER} runs it as that user, on another machine than this one
     */
    ProcessBuilder process(Map<String, String> environment, List<String> command) {
        List<String> line = new ArrayList<>();
        if (root != null) {
            line.add("chroot");
            if (environment.containsKey("USER")) {
                line.add("--userspec=" + environment.get("USER"));
            }
            line.add(root.toString());
        }
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true);
    }

    private static Ran run(ProcessBuilder builder) throws Exception {
        Path output = Files.createTempFile("release", ".out");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(output);
        Files.delete(output);
        return new Ran(process.exitValue(), printed);
    }

    @Override
    public void close() throws IOException {
        for (Path mounted : mounts) {
            try {
                run(new ProcessBuilder("umount", mounted.toString()));
            } catch (Exception e) {
                throw new IOException("umount " + mounted, e);
            }
        }
    }

    /** How a command ended, and all that it printed. */
    record Ran(int exitCode, String printed) {}
}
