package bankroll.bench.process;

import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a bench command again in a {@link ServiceJvm}, so that it is measured with the service's collector and flags and
 * from a cold start. Use by one thread.
 */
public final class Fork {
    /** Set in the process that was forked. */
    private static final String MARK = "bankroll.bench.forked";

    private static final String MAIN = "bankroll.bench.BenchMain";

    private Fork() {}

    /** Whether this process is one that was forked. */
    public static boolean isForked() {
        return Boolean.getBoolean(MARK);
    }

    /**
     * Runs a command again in a process of its own, on this one's terminal, and tells its exit code.
     *
     * @param moreFlags of the JVM
     * @param arguments all that stood behind {@code bench}
     */
    public static int run(List<String> moreFlags, List<String> arguments) {
        return end(command(moreFlags, arguments).inheritIO());
    }

    /** The same; what it prints is of no interest. */
    public static int quietly(List<String> arguments) {
        return end(command(List.of(), arguments).redirectErrorStream(true).redirectOutput(Redirect.DISCARD));
    }

    private static ProcessBuilder command(List<String> moreFlags, List<String> arguments) {
        List<String> flags = new ArrayList<>(moreFlags);
        flags.add("-D" + MARK + "=true");
        List<String> command = new ArrayList<>(ServiceJvm.command(flags, MAIN));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static int end(ProcessBuilder command) {
        try {
            return ServiceJvm.start(command).waitFor();
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
