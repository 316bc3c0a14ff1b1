package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every command that looks at a journal, called as an operator does, each with a fresh place for what it makes. */
final class EveryCommand {
    /** Those that read the journal from one end to the other. */
    static final List<String> READING = List.of(
            "info",
            "verify",
            "dump",
            "trace",
            "state",
            "diff",
            "replay",
            "snapshot take",
            "backup",
            "export",
            "export parquet",
            "report ggr",
            "reconcile",
            "repair");

    /** Those that only look at snapshots. */
    static final List<String> SNAPSHOTS = List.of("snapshot list", "snapshot check", "snapshot prune");

    private final Path other;
    private final Path list;
    private final Path made;
    private int calls;

    /**
     * Prepares.
     *
     * @param other a journal to compare with
     * @param list the platform alpha's own list
     * @param made a directory for what the commands make
     */
    EveryCommand(Path other, Path list, Path made) {
        this.other = other;
        this.list = list;
        this.made = made;
    }

    /** Calls the command on a journal; whatever comes of it, the journal is as it was and nobody saw a stack trace. */
    Called call(String command, Path data) {
        boolean isChanging = command.startsWith("snapshot");
        Map<String, String> before = isChanging ? Map.of() : contents(data);
        Called called = journal(words(command, data));
        if (!before.equals(isChanging ? Map.of() : contents(data))) {
            throw new AssertionError(command + " changed the journal: " + called);
        }
        assertFalse(called.err().contains("\tat "), called::toString);
        return called;
    }

    /** Where the command that was called last has put what it made. */
    Path made() {
        return made.resolve("made-" + calls);
    }

    Object[] words(String command, Path data) {
        calls++;
        return switch (command) {
            case "trace" -> new Object[] {"trace", data, "tx-3", "--quiet"};
            case "diff" -> new Object[] {"diff", data, other, "--quiet"};
            case "replay", "backup", "export" -> new Object[] {command, data, made(), "--quiet"};
            case "export parquet" -> new Object[] {"export", data, made(), "--format", "parquet", "--quiet"};
            case "snapshot take", "snapshot list", "snapshot check" ->
                new Object[] {"snapshot", command.substring(9), data, "--quiet"};
            case "snapshot prune" -> new Object[] {"snapshot", "prune", data, "--keep", "1", "--quiet"};
            case "report ggr" -> new Object[] {"report", "ggr", data, "--open-rounds", "1", "--quiet"};
            case "reconcile" -> new Object[] {"reconcile", data, list, "--platform", "alpha", "--quiet"};
            default -> new Object[] {command, data, "--quiet"};
        };
    }

    /** Sizes and times tell, too, and the bytes need not be read before and after every call. */
    private static Map<String, String> contents(Path data) {
        try (Stream<Path> all = Files.walk(data)) {
            Map<String, String> contents = new TreeMap<>();
            for (Path path : all.toList()) {
                contents.put(
                        data.relativize(path).toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
            }
            return contents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
