package bankroll.gateway.config;

import bankroll.condition.ShellWord;
import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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
     * The lines; a file that can't be read, that holds none, or that others may read or change is a finding named by the key.
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
            if (!isFile(key, path, findings)) {
                return List.of();
            }
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

    /** Whether it is a file, for reading what is none may never end; that is a finding, and so is a file that others may use. */
    static boolean isFile(String key, Path path, Findings findings) throws IOException {
        if (Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
            findings.problem(key + ": " + path + " is a pipe or a device; name a file");
            return false;
        }
        openness(path).ifPresent(what -> findings.problem(key + ": " + what));
        return true;
    }

    /** What anybody besides its owner may do with a file of secrets, and the cure; empty where nobody may. */
    static Optional<String> openness(Path path) throws IOException {
        if (Files.getFileAttributeView(path, PosixFileAttributeView.class) == null) {
            return Optional.empty();
        }
        if (Files.isDirectory(path)) {
            return Optional.of(ShellWord.of(path) + " is a directory; name the file in it");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        boolean isGiven = isGivenByRoot(path);
        String ofOthers = deeds(permissions, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, false);
        String ofGroup = deeds(permissions, PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, isGiven);
        if (ofOthers.isEmpty() && ofGroup.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(path + " holds secrets and "
                + (ofOthers.isEmpty()
                        ? "a group of this machine may " + ofGroup
                        : "every user of this machine may " + ofOthers)
                + " it; run: chmod " + (isGiven ? "640 " : "600 ") + ShellWord.of(path));
    }

    private static String deeds(
            Set<PosixFilePermission> permissions,
            PosixFilePermission read,
            PosixFilePermission write,
            boolean mayRead) {
        boolean reads = permissions.contains(read) && !mayRead;
        if (permissions.contains(write)) {
            return reads ? "read and write" : "write";
        }
        return reads ? "read" : "";
    }

    /** As packages do it: the service may read it through its group, and nobody but root may change it. */
    private static boolean isGivenByRoot(Path path) throws IOException {
        Map<String, Object> ids = Files.readAttributes(path, "unix:uid,gid");
        return ids.get("uid").equals(ROOT) && !ids.get("gid").equals(ROOT);
    }
}
