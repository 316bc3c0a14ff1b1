package bankroll.gateway.ops;

import bankroll.engine.Distribution;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.util.Arrays;

/** A distribution as a histogram with the bounds that it has. */
final class DistributionFigure implements Collector {
    private final String name;
    private final String help;
    private final Distribution figures;
    private final double unit;

    /** One whose figures are {@code unit} times as large as what is shown. */
    DistributionFigure(String name, String help, Distribution figures, double unit) {
        this.name = name;
        this.help = help;
        this.figures = figures;
        this.unit = unit;
    }

    @Override
    public HistogramSnapshot collect() {
        long[] bounds = figures.bounds();
        double[] upper = new double[bounds.length + 1];
        for (int i = 0; i < bounds.length; i++) {
            upper[i] = bounds[i] / unit;
        }
        upper[bounds.length] = Double.POSITIVE_INFINITY;
        Number[] counts = Arrays.stream(figures.counts()).boxed().toArray(Number[]::new);
        return HistogramSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(upper, counts))
                        .sum(figures.sum() / unit)
                        .build())
                .build();
    }
}
