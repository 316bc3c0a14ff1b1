package bankroll.bench.report;

import bankroll.gateway.json.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A report as one page that needs nothing from anywhere: uPlot, which draws the charts, stands in it. The page is a
 * resource; only the report's JSON is made here, with each value as it is shown.
 *
 * @param headlines the few figures that stand large above all others
 * @param sections facts or tables by their names
 * @param caveats what the figures do not show
 */
record HtmlPage(
        String title,
        Map<String, String> headlines,
        List<Chart> charts,
        Map<String, Object> sections,
        List<String> caveats) {
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot";

    void write(Path file) throws IOException {
        String page = resource("/bankroll/bench/report/page.html")
                .replace("/* uPlot's style */", resource(UPLOT + ".min.css"))
                .replace("/* uPlot */", resource(UPLOT + ".iife.min.js"))
                // the only sign that could end the element in which the JSON stands
                .replace("{/* report */}", json().replace("<", "\\u003c"));
        Files.writeString(file, page);
    }

    private String json() {
        Map<String, Object> shown = new LinkedHashMap<>();
        sections.forEach((name, section) -> shown.put(name, shown(section)));
        return Json.write(Map.of(
                "title", title,
                "headlines", headlines,
                "charts", charts.stream().map(HtmlPage::chart).toList(),
                "sections", shown,
                "caveats", caveats));
    }

    private static Map<String, Object> chart(Chart chart) {
        return Map.of(
                "title", chart.title(),
                "xName", chart.xName(),
                "yName", chart.yName(),
                "ticks", chart.ticks(),
                "x", chart.x(),
                "lines", chart.lines().stream().map(HtmlPage::line).toList());
    }

    private static Map<String, Object> line(Chart.Line line) {
        return Map.of("name", line.name(), "y", line.y(), "labels", line.labels());
    }

    /** A table is an object with a heading, facts are a list of pairs: so the page tells them apart and keeps their order. */
    private static Object shown(Object section) {
        if (section instanceof FigureTable table) {
            return Map.of(
                    "heading", table.heading(),
                    "numbers",
                            IntStream.range(0, table.heading().size())
                                    .mapToObj(table::isNumber)
                                    .toList(),
                    "rows",
                            table.rows().stream()
                                    .map(row -> row.stream().map(Facts::show).toList())
                                    .toList());
        }
        if (section instanceof Facts facts) {
            return facts.values().entrySet().stream()
                    .map(fact -> List.of(fact.getKey(), shown(fact.getValue())))
                    .toList();
        }
        return Facts.show(section);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
