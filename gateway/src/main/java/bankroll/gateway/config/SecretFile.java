package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A file that holds secrets, one per line; empty lines and lines that begin with # are skipped. */
final class SecretFile {
    private static final int MAX_BYTES = 64 << 10;
    private static final Integer ROOT = 0;

    private SecretFile() {}

    /**
     * The lines; a file that can't be read, that holds none, or that others may read is a finding named by the key.
     *
     * @param named where the path stands; it isn't shown itself unless there is such a file, because it may be a secret that
     *     somebody took for a file
     */
    static List<String> lines(String key, String named, ValueOrigin origin, Findings findings) {
        try {
            Path path = Path.of(named);
            if (Files.size(path) > MAX_BYTES) {
                findings.problem(key + ": " + path + " is larger than " + MAX_BYTES + " bytes; is it the right file?");
                return List.of();
            }
            refuseIfOpen(key, path, findings);
            List<String> lines = Files.readString(path, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
            if (lines.isEmpty()) {
                findings.problem(key + ": the file " + path + " holds no secret");
            }
            return lines;
        } catch (IOException | InvalidPathException e) {
            findings.problem(key + " (" + origin + "): the file that it names can't be read ("
                    + e.getClass().getSimpleName() + ")");
            return List.of();
        }
    }

    /** A file of secrets that others may read is a finding. */
    static void refuseIfOpen(String key, Path path, Findings findings) throws IOException {
        readers(path)
                .ifPresent(who -> findings.problem(key + ": " + path + " holds secrets and " + who
                        + " of this machine may read it; run: chmod 600 " + path));
    }

    /** Who may read a file besides its owner, when anybody may. */
    static Optional<String> readers(Path path) throws IOException {
        if (Files.getFileAttributeView(path, PosixFileAttributeView.class) == null) {
            return Optional.empty();
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
            return Optional.of("every user");
        }
        return permissions.contains(PosixFilePermission.GROUP_READ) && !isGivenByRoot(path)
                ? Optional.of("a group")
                : Optional.empty();
    }

    /** As packages do it: the service may read it through its group, and nobody but root may change it. */
    private static boolean isGivenByRoot(Path path) throws IOException {
        Map<String, Object> ids = Files.readAttributes(path, "unix:uid,gid");
        return ids.get("uid").equals(ROOT) && !ids.get("gid").equals(ROOT);
    }
}
