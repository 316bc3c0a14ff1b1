package bankroll.gateway.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of {@code /metrics} as it was at one moment.
 *
 * @param timeNs of {@link System#nanoTime}
 * @param samples in the page's order
 */
public record Scrape(long timeNs, List<Sample> samples) {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+).*");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /**
     * One line of it.
     *
     * @param name of the figure
     * @param labels with their values
     * @param value as it is
     */
    record Sample(String name, Map<String, String> labels, double value) {
        String label(String label) {
            return labels.getOrDefault(label, "");
        }
    }

    /** Reads Prometheus' text; what it doesn't understand it leaves out. */
    public static Scrape parse(String text, long timeNs) {
        List<Sample> samples = new ArrayList<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = LINE.matcher(line);
            if (sample.matches()) {
                samples.add(new Sample(sample.group(1), labels(sample.group(2)), number(sample.group(3))));
            }
        });
        return new Scrape(timeNs, List.copyOf(samples));
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** All lines of a figure. */
    Stream<Sample> of(String name) {
        return samples.stream().filter(sample -> sample.name.equals(name));
    }

    /** The value of a figure's only line; not a number when it isn't told. */
    double value(String name) {
        return of(name).mapToDouble(Sample::value).findFirst().orElse(Double.NaN);
    }

    /** The sum of those lines of a figure. */
    double sum(String name, Predicate<Sample> which) {
        return of(name).filter(which).mapToDouble(Sample::value).sum();
    }
}
