package bankroll.gateway.watch;

import bankroll.condition.Reason;
import bankroll.engine.DataTree;
import bankroll.gateway.config.Configuration;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.OwnerOnly;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * One zip with what is needed to find out what went wrong: only its user can read it, and every text in it has gone through
 * the {@link Masker}. Of the data directory it has the names, never their content. A part that can't be had is told in its
 * place. One thread.
 *
 * <p>The file has its name only when it is whole, so that nobody sends half of one; until then it ends in {@code .part}.
 */
public final class SupportBundle implements AutoCloseable {
    private static final String PART = ".part";
    private static final int MOST_LOG_BYTES = 8 << 20;
    private static final int MOST_DEPTH = 3;
    private static final int MOST_FILES = 10_000;

    private final Path file;
    private final Path part;
    private final FileChannel channel;
    private final ZipOutputStream zip;
    private final Masker masker;
    private final List<String> missing = new ArrayList<>();

    private SupportBundle(Path file, Path part, FileChannel channel, Masker masker) {
        this.file = file;
        this.part = part;
        this.channel = channel;
        this.zip = new ZipOutputStream(Channels.newOutputStream(channel));
        this.masker = masker;
    }

    /**
     * Begins one.
     *
     * @param file must not exist, nor what another run has of it
     * @param secrets what must not be in it, beside what configuration and environment hold
     */
    public static SupportBundle create(
            Path file, Configuration configuration, Map<String, String> environment, List<String> secrets)
            throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path part = file.resolveSibling(file.getFileName() + PART);
        FileChannel channel = FileChannel.open(
                part, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), OwnerOnly.file(part));
        // a signal ends the process without a close
        part.toFile().deleteOnExit();
        return new SupportBundle(file, part, channel, Masker.of(configuration, environment, secrets));
    }

    /** Adds a text. */
    public void add(String name, Callable<String> text) throws IOException {
        String made;
        try {
            made = text.call();
        } catch (Exception e) {
            miss(name, e);
            return;
        }
        put(name, masker.mask(made).getBytes(StandardCharsets.UTF_8));
    }

    /** Adds what is in a zip, under a directory. */
    public void addAll(String directory, Callable<byte[]> archive) throws IOException {
        byte[] made;
        try {
            made = archive.call();
        } catch (Exception e) {
            miss(directory, e);
            return;
        }
        try (ZipInputStream parts = new ZipInputStream(new ByteArrayInputStream(made))) {
            for (ZipEntry part = parts.getNextEntry(); part != null; part = parts.getNextEntry()) {
                byte[] content = parts.readAllBytes();
                boolean isText = part.getName().endsWith(".txt");
                put(
                        directory + "/" + part.getName(),
                        isText
                                ? masker.mask(new String(content, StandardCharsets.UTF_8))
                                        .getBytes(StandardCharsets.UTF_8)
                                : masker.mask(content));
            }
        }
    }

    /** What could not be had, and why. */
    public List<String> missing() {
        return List.copyOf(missing);
    }

    /** Permissions, bytes, time and name of each file. */
    public static String listing(Path data) throws IOException, InterruptedException {
        return Patience.OF_A_PERSON.with("the disk of " + data, () -> lines(data));
    }

    private static String lines(Path data) throws IOException {
        StringBuilder lines = new StringBuilder();
        SortedMap<Path, BasicFileAttributes> files = new TreeMap<>();
        DataTree.walk(data, MOST_DEPTH, files::put);
        files.entrySet().stream()
                .limit(MOST_FILES)
                .forEach(file -> lines.append(line(data, file.getKey(), file.getValue())));
        return lines.toString();
    }

    private static String line(Path data, Path file, BasicFileAttributes attributes) {
        return String.format(
                Locale.ROOT,
                "%s%s %14d %s %s%n",
                attributes.isDirectory() ? "d" : "-",
                permissions(file),
                attributes.size(),
                attributes.lastModifiedTime(),
                name(data, file));
    }

    private static String name(Path data, Path file) {
        try {
            boolean isLink = Files.isSymbolicLink(file);
            return data.relativize(file) + (isLink ? " -> " + Files.readSymbolicLink(file) : "");
        } catch (IOException e) {
            return data.relativize(file).toString();
        }
    }

    /** A file may go while it is looked at. */
    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (UnsupportedOperationException | IOException e) {
            return "?";
        }
    }

    /** The end of a log file. */
    public static String log(Path file) throws IOException, InterruptedException {
        return Patience.OF_A_PERSON.with("the disk of " + file, () -> endOf(file));
    }

    private static String endOf(Path file) throws IOException {
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
        String text = endOfOutput(
                List.of("journalctl", "--unit", unit, "--lines", "20000", "--no-pager", "--output", "cat"),
                Patience.OF_A_PERSON);
        if (text.isBlank()) {
            throw new IOException("systemd has no log of the unit " + unit + "; name the log with --log");
        }
        return text;
    }

    /** The end of what a program prints; it is read to its last byte, or the program would never end. Empty when it fails. */
    static String endOfOutput(List<String> command, Patience patience) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return patience.with(command.get(0), () -> endOfOutput(process));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String endOfOutput(Process process) throws IOException, InterruptedException {
        try (InputStream out = process.getInputStream()) {
            byte[] end = endOf(out);
            return process.waitFor() == 0 ? new String(end, StandardCharsets.UTF_8) : "";
        }
    }

    private static byte[] endOf(InputStream in) throws IOException {
        byte[] before = new byte[0];
        byte[] last = in.readNBytes(MOST_LOG_BYTES);
        while (last.length == MOST_LOG_BYTES) {
            before = last;
            last = in.readNBytes(MOST_LOG_BYTES);
        }
        byte[] kept = Arrays.copyOfRange(before, Math.min(before.length, last.length), before.length + last.length);
        System.arraycopy(last, 0, kept, kept.length - last.length, last.length);
        return kept;
    }

    private void miss(String name, Exception e) throws IOException {
        String why = masker.mask(name + ": " + Reason.of(e));
        missing.add(why);
        put(name.replaceFirst("\\.[a-z]+$", "") + ".missing.txt", why.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    /** It is whole: it is on disk, and has its name. */
    public void finish() throws IOException {
        zip.finish();
        channel.force(true);
        // an atomic one would replace what has got there meanwhile
        Files.move(part, file);
        DurableFiles.forceDirectory(file.toAbsolutePath().getParent());
    }

    /** Removes one that isn't finished. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(part);
    }

    /**
     * Takes secrets out of texts that leave the machine: every one that the configuration or the environment holds, in whatever
     * place it stands, and everything that has the form of one.
     */
    private static final class Masker {
        private static final String MASK = "••••";
        /** Shorter ones aren't taken for secrets: nothing readable would be left. */
        private static final int LEAST_SECRET = 8;

        private static final Pattern NAME_OF_SECRET =
                Pattern.compile("(?i).*(SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|_KEY).*");

        /** What is masked by its form; the first group, if any, stays. */
        private static final List<Pattern> FORMS = List.of(
                Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"),
                Pattern.compile("(whsec_)[A-Za-z0-9+/=_-]+"),
                Pattern.compile("((?i:bearer|basic)\\s+)[!-~]{8,}"),
                Pattern.compile("(\\bv1a?,)[A-Za-z0-9+/=_-]{20,}"),
                Pattern.compile(
                        "((?i:[\\w.-]*(?:(?:secret|token|passwd|password)\\w*|launch_code|session_id))\"?\\s*[=:]\\s*)"
                                + "(?:\"[^\"]*\"|'[^']*'|[^\\s,;\\]})\"']+)"));

        private final List<String> known;

        private Masker(List<String> known) {
            this.known = known;
        }

        /** One that knows the secrets of these, and others. */
        static Masker of(Configuration configuration, Map<String, String> environment, List<String> others) {
            List<String> known = new ArrayList<>(others);
            known.addAll(configuration.secrets());
            environment.forEach((name, value) -> {
                if (NAME_OF_SECRET.matcher(name).matches()) {
                    known.add(value);
                }
            });
            return new Masker(known.stream()
                    .flatMap(secret -> Stream.of(secret, secret.replaceFirst("^whsec_", "")))
                    .map(String::strip)
                    .filter(secret -> secret.length() >= LEAST_SECRET)
                    .distinct()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .toList());
        }

        /** The text without any of them. */
        String mask(String text) {
            String masked = text;
            for (String secret : known) {
                masked = masked.replace(secret, MASK);
            }
            for (Pattern form : FORMS) {
                String kept = form.matcher("").groupCount() > 0 ? "$1" : "";
                masked = form.matcher(masked).replaceAll(kept + MASK);
            }
            return masked;
        }

        /** The same of what is no text: each known secret gives way to as many stars, so that nothing moves. */
        byte[] mask(byte[] content) {
            byte[] masked = content.clone();
            String bytes = new String(content, StandardCharsets.ISO_8859_1);
            for (String secret : known) {
                for (Charset charset :
                        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
                    byte[] written = secret.getBytes(charset);
                    String sought = new String(written, StandardCharsets.ISO_8859_1);
                    for (int at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + written.length)) {
                        Arrays.fill(masked, at, at + written.length, (byte) '*');
                    }
                }
            }
            return masked;
        }
    }
}
