package bankroll.bench.report;

import bankroll.gateway.json.Json;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a benchmark: sections of figures and tables, and what they don't show. The order of the calls is the
 * order of the report. One thread.
 */
public final class Report {
    private final StringBuilder text;
    private final Summary all = new Summary();
    private final List<Summary> caveats = new ArrayList<>();

    /** An empty report. */
    public Report(String title) {
        text = new StringBuilder(title).append('\n');
        all.put("title", title);
    }

    /** Adds a section of figures. */
    public Report section(String name, Summary figures) {
        return add(new Summary().put(name, figures));
    }

    /** Adds a section that is a table. */
    public Report section(String name, List<Summary> rows) {
        return add(new Summary().put(name, rows));
    }

    private Report add(Summary section) {
        text.append('\n').append(section.toText());
        all.putAll(section);
        return this;
    }

    /** Says what the figures do not show. */
    public Report caveat(String sentence) {
        caveats.add(new Summary().put("not in these figures", sentence));
        return this;
    }

    /** Prints the text, and writes the JSON file that was asked for; null is none. */
    public void publish(Path json) {
        section("Not shown", caveats);
        System.out.println(text);
        if (json != null) {
            writeJson(json);
            System.out.println("JSON: " + json);
        }
    }

    /** Writes the report as JSON. */
    public void writeJson(Path file) {
        try {
            Files.writeString(file, Json.pretty(all.toJson()));
        } catch (IOException e) {
            throw new UncheckedIOException("the report could not be written", e);
        }
    }
}
