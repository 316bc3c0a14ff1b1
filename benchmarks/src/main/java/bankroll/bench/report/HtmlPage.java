package bankroll.bench.report;

import java.util.List;

/** A report as one page that needs nothing from anywhere: pictures inline, no script, no font, no CDN. */
final class HtmlPage {
    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2330}
            h1{font-size:1.4rem} h2{font-size:1.05rem;margin-top:2rem}
            table{border-collapse:collapse} td,th{padding:.15rem .9rem .15rem 0;text-align:left;vertical-align:top}
            th{font-weight:600;border-bottom:1px solid #c8ced8} td.n{text-align:right;font-variant-numeric:tabular-nums}
            td.k{color:#59636f} svg{width:100%;height:auto;margin:.5rem 0}
            """;

    private final Report report;
    private final StringBuilder html = new StringBuilder();

    HtmlPage(Report report) {
        this.report = report;
    }

    String toText() {
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
        html.append(escape(report.title()))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n");
        html.append("<h1>").append(escape(report.title())).append("</h1>\n");
        report.pictures().forEach(picture -> html.append(picture).append('\n'));
        report.sections().forEach((name, section) -> {
            html.append("<h2>").append(escape(name)).append("</h2>\n");
            if (section instanceof Table table) {
                table(table);
            } else {
                facts((Facts) section);
            }
        });
        html.append("<h2>Not shown</h2>\n<ul>\n");
        report.caveats()
                .forEach(caveat -> html.append("<li>").append(escape(caveat)).append("</li>\n"));
        return html.append("</ul>\n</body></html>\n").toString();
    }

    private void table(Table table) {
        html.append("<table><tr>");
        table.heading().forEach(name -> html.append("<th>").append(escape(name)).append("</th>"));
        html.append("</tr>\n");
        for (List<Object> row : table.rows()) {
            html.append("<tr>");
            row.forEach(this::cell);
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private void facts(Facts facts) {
        html.append("<table>\n");
        facts.values().forEach((name, value) -> {
            html.append("<tr><td class=\"k\">").append(escape(name)).append("</td>");
            if (value instanceof Facts inner) {
                html.append("<td>");
                facts(inner);
                html.append("</td>");
            } else {
                cell(value);
            }
            html.append("</tr>\n");
        });
        html.append("</table>\n");
    }

    private void cell(Object value) {
        html.append(value instanceof Number ? "<td class=\"n\">" : "<td>");
        html.append(escape(Facts.show(value))).append("</td>");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
