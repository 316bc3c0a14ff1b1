package bankroll.bench.report;

import java.util.List;

/**
 * Lines over two axes, as the page draws them. All lines share their places on the x axis.
 *
 * @param title what it shows
 * @param xName the name of the x axis, with its unit
 * @param yName the name of the y axis, with its unit; it starts at 0
 * @param x the places on the x axis, ascending
 * @param ticks the names of the whole places 0, 1, 2 … on the x axis; empty to show numbers at round distances
 * @param lines the lines, a value for each place
 */
public record Chart(String title, String xName, String yName, List<Double> x, List<String> ticks, List<Line> lines) {
    /**
     * A line.
     *
     * @param name for the legend; empty for the only line
     * @param y its values
     * @param labels what stands at each point, empty for most; no labels at all for none
     */
    public record Line(String name, List<Double> y, List<String> labels) {}

    /** A chart of one line. */
    public static Chart of(String title, String xName, String yName, List<Double> x, List<Double> y) {
        return new Chart(title, xName, yName, x, List.of(), List.of(new Line("", y, List.of())));
    }
}
