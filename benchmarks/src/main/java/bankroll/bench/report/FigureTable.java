package bankroll.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, printed with aligned columns, numbers to the right. One thread. */
public final class FigureTable {
    private final List<String> heading;
    private final List<List<Object>> rows = new ArrayList<>();

    /** An empty table with these columns. */
    public FigureTable(String... columns) {
        heading = List.of(columns);
    }

    /** Adds a row, a value per column. */
    public FigureTable row(Object... values) {
        if (values.length != heading.size()) {
            throw new IllegalArgumentException(values.length + " values for " + heading.size() + " columns");
        }
        rows.add(List.of(values));
        return this;
    }

    /** The rows as facts, for JSON. */
    public List<Facts> toFacts() {
        return rows.stream().map(this::facts).toList();
    }

    /** The rows, values as they were given. */
    public List<List<Object>> rows() {
        return rows;
    }

    /** The names of the columns. */
    public List<String> heading() {
        return heading;
    }

    /** The table as text. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        append(text, heading);
        rows.forEach(row -> append(text, row));
        return text.toString();
    }

    private void append(StringBuilder text, List<?> row) {
        for (int column = 0; column < heading.size(); column++) {
            Object value = row.get(column);
            String shown = Facts.show(value);
            String space = " ".repeat(width(column) - shown.length());
            text.append("  ").append(isNumber(column) ? space + shown : shown + space);
        }
        text.append('\n');
    }

    /** Whether all values of a column are numbers. */
    boolean isNumber(int column) {
        return rows.stream().allMatch(row -> row.get(column) instanceof Number);
    }

    private int width(int column) {
        int width = heading.get(column).length();
        for (List<Object> row : rows) {
            width = Math.max(width, Facts.show(row.get(column)).length());
        }
        return width;
    }

    private Facts facts(List<Object> row) {
        Facts facts = new Facts();
        for (int column = 0; column < heading.size(); column++) {
            facts.put(heading.get(column), row.get(column));
        }
        return facts;
    }
}
