package bankroll.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A JVM as {@code ./bankroll serve} starts it: what is measured must run as it will run. A bench command may run again in one,
 * so that it is measured with the service's collector and flags and from a cold start. Stateless; any thread.
 */
public final class ServiceJvm {
    /** Set in a process that was forked. */
    private static final String MARK = "bankroll.bench.forked";

    private static final String MAIN = "bankroll.bench.BenchMain";
    private static final int LOWEST_PORT = 10_000;
    private static final int END_OF_PORTS = 32_000;

    private ServiceJvm() {}

    /**
     * The command line that runs a class of this class path.
     *
     * @param moreFlags of the JVM, behind the usual ones
     * @param mainClass and its arguments
     */
    public static List<String> command(List<String> moreFlags, String... mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(moreFlags);
        command.addAll(properties());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(mainClass));
        return command;
    }

    /** Starts a process that is ended when this one is. */
    public static Process start(ProcessBuilder command) {
        try {
            Process process = command.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException("no JVM could be started", e);
        }
    }

    /** The first of so many ports in a row that nobody has now: below those that the system gives to clients. */
    public static int freePorts(int count) {
        int first;
        do {
            first = ThreadLocalRandom.current().nextInt(LOWEST_PORT, END_OF_PORTS - count);
        } while (!IntStream.range(first, first + count).allMatch(ServiceJvm::isFree));
        return first;
    }

    private static boolean isFree(int port) {
        InetAddress own = InetAddress.getLoopbackAddress();
        try (ServerSocket tcp = new ServerSocket(port, 1, own);
                DatagramSocket udp = new DatagramSocket(port, own)) {
            return tcp.isBound() && udp.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** Those of every launch, then those of the service, as files of flags. */
    public static List<String> flags() {
        String every = property("bankroll.jvm.options");
        return List.of("@" + every, "@" + Path.of(property("bankroll.root"), "config", "service.options"));
    }

    /** What the start script tells this process and every process must know, as flags. */
    public static List<String> properties() {
        return Stream.of("logback.configurationFile", "bankroll.root", "bankroll.jvm.options")
                .filter(name -> System.getProperty(name) != null)
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }

    /** The flags, for a report. */
    public static String describe(List<String> moreFlags) {
        return "config/jvm.options config/service.options " + String.join(" ", moreFlags);
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("start this with ./bankroll bench, which sets -D" + name
                    + ": Chronicle Queue and Agrona need the flags that it leads to");
        }
        return value;
    }

    /** Whether this process is one that was forked. */
    public static boolean isForked() {
        return Boolean.getBoolean(MARK);
    }

    /**
     * Runs a bench command again in a process of its own, on this one's terminal, and tells its exit code.
     *
     * @param moreFlags of the JVM
     * @param arguments all that stood behind {@code bench}
     */
    public static int fork(List<String> moreFlags, List<String> arguments) {
        return end(forked(moreFlags, arguments).inheritIO());
    }

    /** The same; what it prints is of no interest. */
    public static int forkQuietly(List<String> arguments) {
        return end(forked(List.of(), arguments).redirectErrorStream(true).redirectOutput(Redirect.DISCARD));
    }

    private static ProcessBuilder forked(List<String> moreFlags, List<String> arguments) {
        List<String> flags = new ArrayList<>(moreFlags);
        flags.add("-D" + MARK + "=true");
        List<String> command = command(flags, MAIN);
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static int end(ProcessBuilder command) {
        try {
            return start(command).waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A command line of texts, numbers, paths, and lists of such. */
    public static List<String> arguments(Object... parts) {
        List<String> arguments = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof List<?> list) {
                list.forEach(element -> arguments.add(String.valueOf(element)));
            } else {
                arguments.add(String.valueOf(part));
            }
        }
        return arguments;
    }
}
