package bankroll.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines over two axes as an {@code <svg>} element that takes its colours from the page. The x axis reaches from the first
 * mark to the last or to the last point, the y axis from 0. One thread.
 */
public final class LineChart {
    /** How the element of a chart that is as wide as the page can be told from others. */
    static final String WIDE = "viewBox=\"0 0 1100 ";

    private static final int LEFT = 74;
    private static final int RIGHT = 24;
    private static final int TOP = 52;
    private static final int BOTTOM = 52;
    private static final List<String> COLOURS = List.of("var(--a)", "var(--b)", "var(--c)", "var(--d)", "var(--e)");

    private final String title;
    private final String xName;
    private final String yName;
    private final List<Line> lines = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private List<Tick> xTicks = List.of();
    private int width = 620;
    private int height = 320;
    private double from;
    private double to;
    private double yTop;

    /** A point of a line. */
    public record Point(double x, double y) {}

    /** A mark on an axis. */
    public record Tick(double at, String label) {}

    private record Line(String name, List<Point> points) {}

    private record Mark(Point at, String label) {}

    /** An empty chart. */
    public LineChart(String title, String xName, String yName) {
        this.title = title;
        this.xName = xName;
        this.yName = yName;
    }

    /** Adds a line. */
    public LineChart line(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points)));
        return this;
    }

    /** Adds a dot with its value. */
    public LineChart mark(Point at, String label) {
        marks.add(new Mark(at, label));
        return this;
    }

    /** Sets the marks of the x axis; without them they are at round distances from 0. */
    public LineChart xTicks(List<Tick> ticks) {
        xTicks = List.copyOf(ticks);
        return this;
    }

    /** Makes it as wide as the page. */
    public LineChart wide() {
        width = 1100;
        height = 360;
        return this;
    }

    /** The chart as an {@code <svg>} element. */
    public String toSvg() {
        yTop = niceTop(most(false));
        List<Tick> ticks = xTicks.isEmpty() ? roundTicks(most(true)) : xTicks;
        from = ticks.get(0).at();
        to = Math.max(ticks.get(ticks.size() - 1).at(), most(true));
        StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui,sans-serif\""
                        + " font-size=\"13\" role=\"img\" aria-label=\"%s\">\n",
                width, height, HtmlPage.escape(title)));
        svg.append(text(4, 16, "start", "class=\"t\" font-size=\"14\"", title));
        yAxis(svg);
        xAxis(svg, ticks);
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, i);
        }
        marks.forEach(mark -> draw(svg, mark));
        return svg.append("</svg>").toString();
    }

    private double most(boolean ofX) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(point -> ofX ? point.x() : point.y())
                .max()
                .orElse(1);
    }

    private void yAxis(StringBuilder svg) {
        for (int i = 0; i <= 4; i++) {
            double value = yTop * i / 4;
            svg.append(rule(LEFT, y(value), width - RIGHT, y(value)));
            svg.append(text(LEFT - 10, y(value) + 4, "end", "", Facts.show(round(value))));
        }
        svg.append(text(4, TOP - 14, "start", "", yName));
    }

    private void xAxis(StringBuilder svg, List<Tick> ticks) {
        for (Tick tick : ticks) {
            svg.append(rule(x(tick.at()), TOP, x(tick.at()), height - BOTTOM));
            svg.append(text(x(tick.at()), height - BOTTOM + 19, "middle", "", tick.label()));
        }
        svg.append(text((LEFT + width - RIGHT) / 2.0, height - 10, "middle", "", xName));
    }

    private void draw(StringBuilder svg, int index) {
        Line line = lines.get(index);
        if (line.points().isEmpty()) {
            return;
        }
        String colour = COLOURS.get(index % COLOURS.size());
        StringBuilder points = new StringBuilder();
        for (Point point : line.points()) {
            points.append(format("%.1f,%.1f ", x(point.x()), y(point.y())));
        }
        if (lines.size() == 1) {
            double first = x(line.points().get(0).x());
            double last = x(line.points().get(line.points().size() - 1).x());
            svg.append(format(
                    "<polygon style=\"fill:%s\" fill-opacity=\".12\" points=\"%.1f,%.1f %s%.1f,%.1f\"/>\n",
                    colour, first, y(0), points, last, y(0)));
        }
        svg.append(format(
                "<polyline fill=\"none\" style=\"stroke:%s\" stroke-width=\"2\" stroke-linejoin=\"round\" points=\"%s\"/>\n",
                colour, points));
        legend(svg, index, line.name(), colour);
    }

    private void legend(StringBuilder svg, int index, String name, String colour) {
        if (!name.isEmpty()) {
            svg.append(text(
                    width - RIGHT - 64.0 * (lines.size() - 1 - index),
                    TOP - 14,
                    "end",
                    "style=\"fill:" + colour + "\"",
                    "● " + name));
        }
    }

    private void draw(StringBuilder svg, Mark mark) {
        double x = x(mark.at().x());
        double y = y(mark.at().y());
        boolean isAtEnd = x > width - RIGHT - 40;
        svg.append(format("<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n", x, y));
        svg.append(text(isAtEnd ? x : x - 6, y - 9, "end", "class=\"t\"", mark.label()));
    }

    private static List<Tick> roundTicks(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9) / 4)));
        double step = power;
        for (double factor : new double[] {2, 5, 10}) {
            if (most / step > 6) {
                step = factor * power;
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= most * 1.001; i++) {
            ticks.add(new Tick(i * step, Facts.show(round(i * step))));
        }
        return ticks;
    }

    private static Number round(double value) {
        double close = Math.rint(value * 1e6) / 1e6;
        return close == Math.rint(close) ? (Number) (long) close : (Number) close;
    }

    private static double niceTop(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9))));
        for (double step : new double[] {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8, 10}) {
            if (most <= step * power * 0.95) {
                return step * power;
            }
        }
        return 12 * power;
    }

    private double x(double value) {
        return LEFT + (width - LEFT - RIGHT) * (to == from ? 0 : (value - from) / (to - from));
    }

    private double y(double value) {
        return height - BOTTOM - (height - TOP - BOTTOM) * value / yTop;
    }

    private static String rule(double x1, double y1, double x2, double y2) {
        return format("<path class=\"r\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
    }

    private static String text(double x, double y, String anchor, String attributes, String text) {
        return format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n",
                x, y, anchor, attributes, HtmlPage.escape(text));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
