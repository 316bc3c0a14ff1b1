package bankroll.gateway.api.operator;

import bankroll.condition.Reason;
import bankroll.gateway.http.Exchange;
import bankroll.journal.files.OwnerOnly;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * {@code POST diagnostics}: what every thread does and a flight recording of some seconds, without those events that could tell
 * a secret, in one zip. The process lets nobody attach to it, so that it tells this itself.
 */
final class Diagnostics {
    /** The environment, system properties, the command lines of this and other processes, and what exceptions say. */
    private static final List<String> TELLING = List.of(
            "jdk.InitialEnvironmentVariable",
            "jdk.InitialSystemProperty",
            "jdk.JVMInformation",
            "jdk.SystemProcess",
            "jdk.StringFlag",
            "jdk.JavaErrorThrow",
            "jdk.JavaExceptionThrow");

    private static final AsciiString ZIP = AsciiString.cached("application/zip");
    private static final Pattern SECONDS = Pattern.compile("(?:.*&)?seconds=(\\d{1,2})(?:&.*)?");
    private static final int USUAL_SECONDS = 5;
    private static final int MOST_SECONDS = 10;

    private static final long MOST_BYTES = 16 << 20;
    private static final double NS_PER_SECOND = 1e9;

    private Diagnostics() {}

    /** Takes as many seconds as the query says, within bounds. */
    static Consumer<Exchange> answer(String query) {
        Matcher seconds = SECONDS.matcher(query);
        int recorded = seconds.matches()
                ? Math.max(1, Math.min(MOST_SECONDS, Integer.parseInt(seconds.group(1))))
                : USUAL_SECONDS;
        byte[] zip = zip(recorded);
        return exchange -> exchange.reply(200, ZIP, exchange.newBody(zip.length).writeBytes(zip));
    }

    /** {@code threads.txt} and {@code recording.jfr}. */
    private static byte[] zip(int seconds) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            put(zip, "threads.txt", threads().getBytes(StandardCharsets.UTF_8));
            record(zip, seconds);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A runtime without the recorder, or a directory that can't be written, takes nothing from the rest. */
    private static void record(ZipOutputStream zip, int seconds) throws IOException {
        byte[] recording;
        try {
            recording = recording(seconds);
        } catch (IOException | ParseException | RuntimeException | LinkageError e) {
            put(zip, "recording.txt", ("no recording: " + Reason.of(e)).getBytes(StandardCharsets.UTF_8));
            return;
        }
        put(zip, "recording.jfr", recording);
    }

    private static byte[] recording(int seconds) throws IOException, ParseException {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        Path file = Files.createTempFile(directory, "bankroll-", ".jfr", OwnerOnly.file(directory));
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            TELLING.forEach(recording::disable);
            recording.setMaxSize(MOST_BYTES);
            recording.start();
            Thread.sleep(seconds * 1_000L);
            recording.stop();
            recording.dump(file);
            return Files.readAllBytes(file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static String threads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StringBuilder text = new StringBuilder();
        for (ThreadInfo thread : threads.dumpAllThreads(true, true)) {
            text.append('"').append(thread.getThreadName()).append("\" ").append(thread.getThreadState());
            long cpuNs = threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getThreadId()) : -1;
            if (cpuNs >= 0) {
                text.append(" cpu=").append(cpuNs / NS_PER_SECOND).append('s');
            }
            if (thread.getLockName() != null) {
                text.append(" waits for ").append(thread.getLockName());
            }
            if (thread.getLockOwnerName() != null) {
                text.append(" held by \"").append(thread.getLockOwnerName()).append('"');
            }
            text.append('\n');
            for (StackTraceElement frame : thread.getStackTrace()) {
                text.append("    at ").append(frame).append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
