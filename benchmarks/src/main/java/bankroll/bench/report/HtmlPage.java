package bankroll.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

    private String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("title", title);
            json.writeObjectFieldStart("headlines");
            for (var headline : headlines.entrySet()) {
                json.writeStringField(headline.getKey(), headline.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("charts");
            for (Chart chart : charts) {
                chart(json, chart);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("sections");
            for (var section : sections.entrySet()) {
                json.writeFieldName(section.getKey());
                shown(json, section.getValue());
            }
            json.writeEndObject();
            texts(json, "caveats", caveats);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void chart(JsonGenerator json, Chart chart) throws IOException {
        json.writeStartObject();
        json.writeStringField("title", chart.title());
        json.writeStringField("xName", chart.xName());
        json.writeStringField("yName", chart.yName());
        texts(json, "ticks", chart.ticks());
        numbers(json, "x", chart.x());
        json.writeArrayFieldStart("lines");
        for (Chart.Line line : chart.lines()) {
            json.writeStartObject();
            json.writeStringField("name", line.name());
            numbers(json, "y", line.y());
            texts(json, "labels", line.labels());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** A table is an object with a heading, facts are a list of pairs: so the page tells them apart and keeps their order. */
    private static void shown(JsonGenerator json, Object section) throws IOException {
        if (section instanceof FigureTable table) {
            json.writeStartObject();
            texts(json, "heading", table.heading());
            json.writeArrayFieldStart("numbers");
            for (int column = 0; column < table.heading().size(); column++) {
                json.writeBoolean(table.isNumber(column));
            }
            json.writeEndArray();
            json.writeArrayFieldStart("rows");
            for (List<Object> row : table.rows()) {
                texts(json, null, row.stream().map(Facts::show).toList());
            }
            json.writeEndArray();
            json.writeEndObject();
        } else if (section instanceof Facts facts) {
            json.writeStartArray();
            for (var fact : facts.values().entrySet()) {
                json.writeStartArray();
                json.writeString(fact.getKey());
                shown(json, fact.getValue());
                json.writeEndArray();
            }
            json.writeEndArray();
        } else {
            json.writeString(Facts.show(section));
        }
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        if (name != null) {
            json.writeFieldName(name);
        }
        json.writeArray(texts.toArray(String[]::new), 0, texts.size());
    }

    private static void numbers(JsonGenerator json, String name, List<Double> numbers) throws IOException {
        json.writeFieldName(name);
        json.writeArray(numbers.stream().mapToDouble(Double::doubleValue).toArray(), 0, numbers.size());
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
