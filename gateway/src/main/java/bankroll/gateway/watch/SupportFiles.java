package bankroll.gateway.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a support bundle takes from the disk: the names in the data directory, never their content, and the log's end. */
public final class SupportFiles {
    private static final int MOST_LOG_BYTES = 8 << 20;
    private static final int MOST_DEPTH = 3;
    private static final int MOST_FILES = 10_000;
    private static final long PATIENCE_S = 30;

    private SupportFiles() {}

    /** Permissions, bytes, time and name of each file. */
    public static String listing(Path data) throws IOException {
        StringBuilder lines = new StringBuilder();
        try (Stream<Path> files = Files.walk(data, MOST_DEPTH)) {
            for (Path file : files.sorted().limit(MOST_FILES).toList()) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                boolean isPosix =
                        file.getFileSystem().supportedFileAttributeViews().contains("posix");
                lines.append(String.format(
                        Locale.ROOT,
                        "%s%s %14d %s %s%n",
                        attributes.isDirectory() ? "d" : "-",
                        isPosix ? PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) : "?",
                        attributes.size(),
                        attributes.lastModifiedTime(),
                        data.relativize(file)));
            }
        }
        return lines.toString();
    }

    /** The end of a log file. */
    public static String log(Path file) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, log.length() - MOST_LOG_BYTES);
            log.seek(from);
            byte[] bytes = new byte[(int) (log.length() - from)];
            log.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** The end of what systemd has kept of the service's log. */
    public static String journald(String unit) throws IOException, InterruptedException {
        Path errors = Path.of("/dev/null");
        Process journalctl = new ProcessBuilder(
                        List.of("journalctl", "--unit", unit, "--lines", "20000", "--no-pager", "--output", "cat"))
                .redirectError(errors.toFile())
                .start();
        try (InputStream out = journalctl.getInputStream()) {
            String text = new String(out.readNBytes(MOST_LOG_BYTES), StandardCharsets.UTF_8);
            if (!journalctl.waitFor(PATIENCE_S, TimeUnit.SECONDS) || journalctl.exitValue() != 0 || text.isBlank()) {
                throw new IOException("systemd has no log of the unit " + unit + "; name the log with --log");
            }
            return text;
        } finally {
            journalctl.destroyForcibly();
        }
    }
}
