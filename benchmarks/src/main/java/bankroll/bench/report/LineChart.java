package bankroll.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over two axes as an {@code <svg>} element; the axes reach from the lowest tick to the highest. One thread. */
public final class LineChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 340;
    private static final int LEFT = 90;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final List<String> COLOURS = List.of("#2456a6", "#c2571a", "#2e7d4f", "#8a3ffc", "#59636f");

    private final String title;
    private final String xName;
    private final String yName;
    private final List<Line> lines = new ArrayList<>();
    private List<Tick> xTicks = List.of();
    private double yTop;

    /** A point of a line. */
    public record Point(double x, double y) {}

    /** A mark on an axis. */
    public record Tick(double at, String label) {}

    private record Line(String name, List<Point> points) {}

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

    /** Sets the marks of the x axis; without them there are six at even distances. */
    public LineChart xTicks(List<Tick> ticks) {
        xTicks = List.copyOf(ticks);
        return this;
    }

    /** The chart as an {@code <svg>} element. */
    public String toSvg() {
        yTop = niceTop(lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .max()
                .orElse(1));
        List<Tick> ticks = xTicks.isEmpty() ? evenTicks() : xTicks;
        double from = ticks.get(0).at();
        double to = ticks.get(ticks.size() - 1).at();
        StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui,sans-serif\""
                        + " font-size=\"12\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH, HEIGHT, HtmlPage.escape(title)));
        svg.append(text(LEFT, 20, "start", "#1c2330", title));
        yAxis(svg);
        for (Tick tick : ticks) {
            double x = x(tick.at(), from, to);
            svg.append(rule(x, TOP, x, HEIGHT - BOTTOM));
            svg.append(text(x, HEIGHT - BOTTOM + 18, "middle", "#59636f", tick.label()));
        }
        svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "#59636f", xName));
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, i, from, to);
        }
        return svg.append("</svg>").toString();
    }

    private void yAxis(StringBuilder svg) {
        for (int i = 0; i <= 4; i++) {
            double value = yTop * i / 4;
            svg.append(rule(LEFT, y(value), WIDTH - RIGHT, y(value)));
            svg.append(text(LEFT - 8, y(value) + 4, "end", "#59636f", Facts.show(round(value))));
        }
        svg.append(text(LEFT - 8, TOP - 12, "end", "#59636f", yName));
    }

    private void draw(StringBuilder svg, int index, double from, double to) {
        Line line = lines.get(index);
        String colour = COLOURS.get(index % COLOURS.size());
        StringBuilder points = new StringBuilder();
        for (Point point : line.points()) {
            points.append(format("%.1f,%.1f ", x(point.x(), from, to), y(point.y())));
        }
        svg.append(
                format("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"%s\"/>\n", colour, points));
        svg.append(text(WIDTH - RIGHT, TOP - 12 + 16 * index, "end", colour, line.name()));
    }

    private List<Tick> evenTicks() {
        double most = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::x)
                .max()
                .orElse(1);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= 5; i++) {
            ticks.add(new Tick(most * i / 5, Facts.show(round(most * i / 5))));
        }
        return ticks;
    }

    private static Number round(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    private static double niceTop(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9))));
        for (double step : new double[] {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8, 10}) {
            if (most <= step * power) {
                return step * power;
            }
        }
        return most;
    }

    private static double x(double value, double from, double to) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (to == from ? 0 : (value - from) / (to - from));
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / yTop;
    }

    private static String rule(double x1, double y1, double x2, double y2) {
        return format("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#e3e7ed\"/>\n", x1, y1, x2, y2);
    }

    private static String text(double x, double y, String anchor, String colour, String text) {
        return format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
                x, y, anchor, colour, HtmlPage.escape(text));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
