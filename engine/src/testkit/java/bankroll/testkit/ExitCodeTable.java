package bankroll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The exit codes of docs/run.md: what the help of each command must list. */
public final class ExitCodeTable {
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| ([^|]*) \\|.*");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private final List<Row> rows;

    private ExitCodeTable(List<Row> rows) {
        this.rows = rows;
    }

    /** One row. The names are whose code it is; where it is of all, they are those whose it isn't. */
    private record Row(int code, boolean isOfAll, List<String> names) {
        boolean isOf(String command) {
            boolean isNamed = names.stream().anyMatch(name -> (command + " ").startsWith(name + " "));
            return isOfAll != isNamed;
        }
    }

    /** As the page has it. */
    public static ExitCodeTable read() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/run.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                List<String> names = NAME.matcher(row.group(2))
                        .results()
                        .map(name -> name.group(1))
                        .toList();
                rows.add(new Row(Integer.parseInt(row.group(1)), row.group(2).startsWith("all"), names));
            }
        }
        return new ExitCodeTable(rows);
    }

    /**
     * What a command may end with.
     *
     * @param command its words, as {@code cluster seed}
     */
    public Set<String> of(String command) {
        Set<String> codes = new TreeSet<>();
        rows.stream().filter(row -> row.isOf(command)).forEach(row -> codes.add(Integer.toString(row.code())));
        return codes;
    }
}
