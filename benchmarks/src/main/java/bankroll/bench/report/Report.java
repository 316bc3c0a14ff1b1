package bankroll.bench.report;

import bankroll.gateway.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a benchmark: sections of facts and tables, what they don't show, and charts for the page. The order
 * of the calls is the order of the report. One thread.
 */
public final class Report {
    private final String title;
    private final Facts sections = new Facts();
    private final List<String> caveats = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();
    private final Map<String, String> headlines = new LinkedHashMap<>();

    /** An empty report. */
    public Report(String title) {
        this.title = title;
    }

    /** Adds a section of facts. */
    public Report section(String name, Facts facts) {
        sections.put(name, facts);
        return this;
    }

    /** Adds a section that is a table. */
    public Report section(String name, FigureTable table) {
        sections.put(name, table);
        return this;
    }

    /** Says what the figures do not show. */
    public Report caveat(String text) {
        caveats.add(text);
        return this;
    }

    /** Adds one of the few figures that the page shows large, above all others. */
    public Report headline(String name, Object value) {
        headlines.put(name, Facts.show(value));
        return this;
    }

    /** Adds a chart to the page. */
    public Report chart(Chart chart) {
        charts.add(chart);
        return this;
    }

    /** The report as text. */
    public String toText() {
        StringBuilder text = new StringBuilder(title).append('\n');
        sections.values().forEach((name, section) -> {
            text.append('\n').append(name).append('\n');
            text.append(section instanceof FigureTable table ? table.toText() : ((Facts) section).toText());
        });
        if (!caveats.isEmpty()) {
            text.append("\nNot shown\n");
            caveats.forEach(caveat -> text.append("  ").append(caveat).append('\n'));
        }
        return text.toString();
    }

    /** Prints the text and writes the files that were asked for; null is none. */
    public void publish(Path json, Path html) {
        System.out.println(toText());
        try {
            if (json != null) {
                writeJson(json);
                System.out.println("JSON: " + json);
            }
            if (html != null) {
                new HtmlPage(title, headlines, charts, sections.values(), caveats).write(html);
                System.out.println("page: " + html);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the report could not be written", e);
        }
    }

    /** Writes the report as JSON. */
    public void writeJson(Path file) throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("title", title);
        report.putAll(members(sections));
        report.put("not shown", caveats);
        Files.writeString(file, Json.pretty(Json.write(report)));
    }

    private static Map<String, Object> members(Facts facts) {
        Map<String, Object> members = new LinkedHashMap<>();
        facts.values().forEach((name, value) -> members.put(name, plain(value)));
        return members;
    }

    private static Object plain(Object value) {
        if (value instanceof FigureTable table) {
            return plain(table.toFacts());
        }
        if (value instanceof Facts facts) {
            return members(facts);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Report::plain).toList();
        }
        return value instanceof Number ? value : String.valueOf(value);
    }
}
