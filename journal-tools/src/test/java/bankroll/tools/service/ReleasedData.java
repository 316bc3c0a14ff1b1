package bankroll.tools.service;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.tools.Called;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * What a release left on its disk, kept in {@code src/test/resources/released}: the data directory of a service that ended well,
 * a backup of it, what the release itself said of both, and the platforms' own lists. Never made anew for a release that is out.
 *
 * <p>A new release adds its own: {@code ReleasedData FILE.zip}, run with the class path of these tests.
 *
 * @param directory where it was unpacked
 */
public record ReleasedData(Path directory) {
    /** What {@code journal verify --json} said of the data directory. */
    public static final String VERIFIED = "verify.json";

    /** What the service answered to {@code GET trial-balance}. */
    public static final String BOOKS = "trial-balance.json";

    /** The kinds of commands that the release knew, a name a line: not every one is in every journal. */
    public static final String KINDS = "kinds.txt";

    private static final int TRANSACTIONS = 600;

    /** The data directory. */
    public Path data() {
        return directory.resolve("data");
    }

    /** A backup of it. */
    public Path backup() {
        return directory.resolve("backup");
    }

    /** What the release said. */
    public String said(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    /** A platform's own list. */
    public Path list(String platform) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(platform))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Makes one with this build. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("released");
        ReleasedData made = new ReleasedData(directory);
        try (Casino casino = new Casino(directory, 7, 40, 20)) {
            String[] settings = {"journal.sync = none", "journal.file-bytes = " + (20 << 20)};
            try (LiveService service = LiveService.start(made.data(), settings)) {
                casino.at(service).open().play(TRANSACTIONS / 2);
            }
            try (LiveService service = LiveService.start(made.data(), settings)) {
                casino.at(service).play(TRANSACTIONS / 2);
                Files.writeString(
                        directory.resolve(BOOKS),
                        service.operator()
                                .call("GET", "/operator/v1/trial-balance", "")
                                .body());
            }
        }
        require(Called.journal("backup", made.data(), made.backup()));
        Called verified = require(Called.journal("verify", made.data(), "--json", "--quiet"));
        Files.writeString(directory.resolve(VERIFIED), verified.out());
        Files.write(
                directory.resolve(KINDS),
                Stream.of(CommandType.values()).map(CommandType::name).toList());
        pack(directory, Path.of(args[0]));
    }

    /** Unpacks one into an empty directory. */
    public static ReleasedData unpack(Path zip, Path directory) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream packed = new ZipInputStream(file, StandardCharsets.UTF_8)) {
            for (ZipEntry entry = packed.getNextEntry(); entry != null; entry = packed.getNextEntry()) {
                Path target = directory.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.copy(packed, target);
            }
        }
        return new ReleasedData(directory);
    }

    private static Called require(Called called) {
        if (called.exitCode() != 0) {
            throw new IllegalStateException(called.toString());
        }
        return called;
    }

    private static void pack(Path directory, Path zip) throws IOException {
        try (Stream<Path> walked = Files.walk(directory);
                OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream packed = new ZipOutputStream(file, StandardCharsets.UTF_8)) {
            List<Path> files = walked.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".conf")
                            && !path.toString().endsWith(".log"))
                    .sorted()
                    .toList();
            for (Path path : files) {
                packed.putNextEntry(new ZipEntry(directory.relativize(path).toString()));
                Files.copy(path, packed);
            }
        }
    }
}
