package bankroll.bench.baseline;

import bankroll.bench.report.Measurements;

/**
 * One system's figures for one batch size.
 *
 * @param batch items of a request
 * @param connections that played
 * @param measurements what was measured
 * @param cpuSeconds processor time of the system while the clock ran
 * @param checked items whose answers were as they had to be
 * @param isRight whether all were, and the books agreed
 */
record Side(
        String system,
        int batch,
        int connections,
        Measurements measurements,
        double cpuSeconds,
        long checked,
        boolean isRight) {
    long itemsPerSecond() {
        return measurements.itemsPerSecond();
    }

    double cpuUsPerItem() {
        return cpuSeconds * 1e6 / Math.max(1, measurements.items());
    }

    double p50Ms() {
        return measurements.latencies().getValueAtPercentile(50) / 1e6;
    }

    double p99Ms() {
        return measurements.latencies().getValueAtPercentile(99) / 1e6;
    }
}
