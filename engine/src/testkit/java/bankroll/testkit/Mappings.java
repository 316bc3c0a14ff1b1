package bankroll.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What Linux tells of the files that this process has mapped. */
public final class Mappings {
    private static final Path TOLD = Path.of("/proc/self/smaps");
    /** From which address to which. */
    private static final Pattern BEGIN = Pattern.compile("[0-9a-f]+-[0-9a-f]+ ");

    private Mappings() {}

    /** Bytes of a file that are in memory by a mapping of this process. */
    public static long residentBytes(Path file) throws IOException {
        return of(file, "Rss:").stream()
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }

    /** The lines with this label, as {@code VmFlags:}, one of each mapping of a file; a test that asks elsewhere is left out. */
    public static List<String> of(Path file, String label) throws IOException {
        assumeTrue(Files.isReadable(TOLD), TOLD + " is Linux's");
        String name = file.toRealPath().toString();
        List<String> told = new ArrayList<>();
        boolean isOfFile = false;
        for (String line : Files.readAllLines(TOLD)) {
            if (BEGIN.matcher(line).lookingAt()) {
                isOfFile = line.endsWith(name);
            } else if (isOfFile && line.startsWith(label)) {
                told.add(line + " ");
            }
        }
        return told;
    }
}
