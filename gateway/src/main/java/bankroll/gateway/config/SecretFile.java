package bankroll.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/** A file that holds secrets, one per line; empty lines and lines that begin with # are skipped. */
final class SecretFile {
    private static final int MAX_BYTES = 64 << 10;

    private SecretFile() {}

    /** The lines; a file that can't be read, or holds none, is a finding named by the key. */
    static List<String> lines(String key, Path path, Findings findings) {
        try {
            if (Files.size(path) > MAX_BYTES) {
                findings.problem(key + ": " + path + " is larger than " + MAX_BYTES + " bytes; is it the right file?");
                return List.of();
            }
            warnIfOpen(path, findings);
            List<String> lines = Files.readString(path, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
            if (lines.isEmpty()) {
                findings.problem(key + ": the file " + path + " holds no secret");
            }
            return lines;
        } catch (IOException e) {
            findings.problem(key + ": the file " + path + " can't be read ("
                    + e.getClass().getSimpleName() + ")");
            return List.of();
        }
    }

    /** Warns when every user of the machine may read the file. */
    static void warnIfOpen(Path path, Findings findings) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
                findings.warning(path + " holds secrets and every user of this machine may read it: chmod 600 " + path);
            }
        }
    }
}
