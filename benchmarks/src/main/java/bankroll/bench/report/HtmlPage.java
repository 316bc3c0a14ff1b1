package bankroll.bench.report;

import java.util.List;
import java.util.Map;

/** A report as one page that needs nothing from anywhere: pictures inline, no script, no font, no CDN. */
final class HtmlPage {
    private static final String STYLE = """
            :root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#1b2230;--faint:#667080;--rule:#e3e7ed;
              --a:#2456a6;--b:#c2571a;--c:#2e7d4f;--d:#8a3ffc;--e:#59636f}
            @media(prefers-color-scheme:dark){:root{--paper:#12161d;--card:#1a2029;--ink:#e6e9ef;--faint:#98a2b3;
              --rule:#2c3542;--a:#7fb0ff;--b:#ff9e64;--c:#7fd1a0;--d:#c9a4ff;--e:#a8b3c2}}
            *{box-sizing:border-box}
            body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--paper);color:var(--ink)}
            main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
            h1{font-size:1.35rem;margin:0 0 1.25rem;letter-spacing:-.01em}
            h2{font-size:.8rem;margin:0 0 .6rem;text-transform:uppercase;letter-spacing:.06em;color:var(--faint)}
            .large{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem;margin-bottom:.75rem}
            .large div,section{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:.9rem 1.1rem}
            .large b{display:block;font-size:1.6rem;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
            .large span{font-size:.8rem;color:var(--faint)}
            .pictures,.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:.75rem}
            .pictures{margin-bottom:.75rem} .wide{grid-column:1/-1} section{overflow-x:auto}
            table{border-collapse:collapse;width:100%} td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}
            tr+tr td{border-top:1px solid var(--rule)}
            th{font-weight:600;font-size:.85rem;color:var(--faint);border-bottom:1px solid var(--rule);white-space:nowrap}
            td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
            td.k{color:var(--faint);white-space:nowrap;width:1%} td.v{overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
            ul{margin:0;padding-left:1.1rem} svg{display:block;width:100%;height:auto}
            svg text{fill:var(--faint)} svg .t{fill:var(--ink);font-weight:600} svg .r{stroke:var(--rule)}
            svg .mark{fill:var(--ink)}
            """;

    private final Report report;
    private final StringBuilder html = new StringBuilder();

    HtmlPage(Report report) {
        this.report = report;
    }

    String toText() {
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\"")
                .append(" content=\"width=device-width,initial-scale=1\"><title>")
                .append(escape(report.title()))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body><main>\n<h1>")
                .append(escape(report.title()))
                .append("</h1>\n");
        headlines();
        pictures();
        html.append("<div class=\"cards\">\n");
        report.sections().forEach(this::section);
        html.append("<section class=\"wide\"><h2>Not shown</h2><ul>\n");
        report.caveats()
                .forEach(caveat -> html.append("<li>").append(escape(caveat)).append("</li>\n"));
        return html.append("</ul></section>\n</div></main></body></html>\n").toString();
    }

    private void headlines() {
        if (report.headlines().isEmpty()) {
            return;
        }
        html.append("<div class=\"large\">\n");
        for (Map.Entry<String, String> each : report.headlines().entrySet()) {
            html.append("<div><b>").append(escape(each.getValue())).append("</b><span>");
            html.append(escape(each.getKey())).append("</span></div>\n");
        }
        html.append("</div>\n");
    }

    private void pictures() {
        if (report.pictures().isEmpty()) {
            return;
        }
        html.append("<div class=\"pictures\">\n");
        for (String picture : report.pictures()) {
            html.append(picture.contains(LineChart.WIDE) ? "<section class=\"wide\">" : "<section>");
            html.append(picture).append("</section>\n");
        }
        html.append("</div>\n");
    }

    private void section(String name, Object section) {
        boolean isWide = section instanceof Table table && table.heading().size() > 3;
        html.append(isWide ? "<section class=\"wide\"><h2>" : "<section><h2>");
        html.append(escape(name)).append("</h2>\n");
        if (section instanceof Table table) {
            table(table);
        } else {
            facts((Facts) section);
        }
        html.append("</section>\n");
    }

    private void table(Table table) {
        html.append("<table><tr>");
        for (int column = 0; column < table.heading().size(); column++) {
            html.append(table.isNumber(column) ? "<th class=\"n\">" : "<th>");
            html.append(escape(table.heading().get(column))).append("</th>");
        }
        html.append("</tr>\n");
        for (List<Object> row : table.rows()) {
            html.append("<tr>");
            for (int column = 0; column < row.size(); column++) {
                html.append(table.isNumber(column) ? "<td class=\"n\">" : "<td>");
                html.append(escape(Facts.show(row.get(column)))).append("</td>");
            }
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private void facts(Facts facts) {
        html.append("<table>\n");
        facts.values().forEach((name, value) -> {
            html.append("<tr><td class=\"k\">").append(escape(name)).append("</td><td class=\"v\">");
            if (value instanceof Facts inner) {
                facts(inner);
            } else {
                html.append(escape(Facts.show(value)));
            }
            html.append("</td></tr>\n");
        });
        html.append("</table>\n");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
