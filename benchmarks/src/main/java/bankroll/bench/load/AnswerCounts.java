package bankroll.bench.load;

import bankroll.protocol.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts on the answers of a load loop. One thread; added up when all are done. */
public final class AnswerCounts {
    private static final int SAMPLES = 10;

    private final long[] right = new long[Outcome.CODES];
    private final Map<Integer, Long> problems = new TreeMap<>();
    private final List<String> samples = new ArrayList<>();
    private long wrong;
    private long unchecked;
    private long slowlyRead;

    /** An item was answered as it had to be. */
    public void right(int outcomeCode) {
        right[outcomeCode]++;
    }

    /** An answer or an item of one was wrong; the first few are kept word for word. */
    public void wrong(String what) {
        wrong++;
        if (samples.size() < SAMPLES) {
            samples.add(what);
        }
    }

    /** A whole request got a problem document instead of results. */
    void problem(int httpStatus) {
        problems.merge(httpStatus, 1L, Long::sum);
    }

    /** Items that came after a problem on the same connection: what they had to get is not known any more. */
    void unchecked(int items) {
        unchecked += items;
    }

    /** An answer was right but had to be parsed, being written in another way than this service does. */
    void slowlyRead() {
        slowlyRead++;
    }

    /** Adds what another loop found. */
    public void add(AnswerCounts other) {
        for (int i = 0; i < right.length; i++) {
            right[i] += other.right[i];
        }
        other.problems.forEach((status, count) -> problems.merge(status, count, Long::sum));
        other.samples.stream().limit(SAMPLES - samples.size()).forEach(samples::add);
        wrong += other.wrong;
        unchecked += other.unchecked;
        slowlyRead += other.slowlyRead;
    }

    /** Answers or items that were wrong. */
    public long wrongs() {
        return wrong;
    }

    long uncheckedItems() {
        return unchecked;
    }

    long slowReads() {
        return slowlyRead;
    }

    /** Items that were answered as they had to be. */
    public long rights() {
        long sum = 0;
        for (long count : right) {
            sum += count;
        }
        return sum;
    }

    /** Requests that got a problem document, by HTTP status. */
    public Map<Integer, Long> problems() {
        return problems;
    }

    /** The first few that were wrong, word for word. */
    public List<String> samples() {
        return samples;
    }

    /** How many items got each answer. */
    public Map<String, Long> byOutcome() {
        Map<String, Long> counts = new TreeMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (right[outcome.code()] > 0) {
                counts.put(outcome.label(), right[outcome.code()]);
            }
        }
        return counts;
    }

    /** Whether all answers were right and every one was checked. */
    public boolean areClean() {
        return wrong == 0 && unchecked == 0 && problems.isEmpty();
    }
}
