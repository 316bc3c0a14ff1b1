package bankroll.gateway.flood;

import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service's JVM really holds, not what the listeners count.
 *
 * @param heapMiB what is reachable: the heap after a full collection
 * @param buffersMiB direct memory that the listeners' buffers have taken from the system and not given back
 */
record HeldMemory(long heapMiB, long buffersMiB) {
    private static final Pattern USED = Pattern.compile(" used (\\d+)K");
    private static final Pattern BUFFERS = Pattern.compile("(?m)^bankroll_http_buffer_bytes (\\S+)$");

    /** Collects, then looks. */
    static HeldMemory of(ServiceProcess process) {
        jcmd(process, "GC.run");
        long heapKiB = Long.parseLong(found(USED, jcmd(process, "GC.heap_info")));
        String metrics =
                new Endpoint(process.operator()).send(Call.get("/metrics")).text();
        return new HeldMemory(heapKiB >> 10, (long) Double.parseDouble(found(BUFFERS, metrics)) >> 20);
    }

    /** Whether it is no more than this and so many MiB, in each kind. */
    boolean isAtMost(HeldMemory before, long moreMiB) {
        return heapMiB <= before.heapMiB + moreMiB && buffersMiB <= before.buffersMiB + moreMiB;
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new AssertionError("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static String jcmd(ServiceProcess process, String command) {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process jcmd = new ProcessBuilder(
                            tool, Long.toString(process.process().pid()), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
