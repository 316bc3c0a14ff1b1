package bankroll.tools.entry;

import bankroll.journal.Frame;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.SettingsCommand;
import bankroll.tools.console.Summary;
import bankroll.tools.source.FrameHandler;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Counts what it is given: entries, bytes, items by type and outcome, anomalies, starts. One thread. */
public final class Tally implements FrameHandler {
    private static final int OUTCOMES = 32;

    private final Item item = new Item();
    private final long[][] counts = new long[ItemType.values().length][OUTCOMES];
    private final long[] anomalies = new long[Anomaly.values().length];
    private long frames;
    private long bytes;
    private long firstSequence;
    private long firstTimeMs;
    private long lastSequence;
    private long lastTimeMs;
    private long largestFrame;
    private long bookings;
    private long starts;
    private String version;

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        lastSequence = Frame.sequence(buffer, offset);
        lastTimeMs = Frame.timeMs(buffer, offset);
        if (frames == 0) {
            firstSequence = lastSequence;
            firstTimeMs = lastTimeMs;
        }
        frames++;
        bytes += length;
        largestFrame = Math.max(largestFrame, length);
        item.wrap(buffer, offset);
        while (item.next()) {
            count();
        }
        return true;
    }

    /** Adds where the journal starts and ends. */
    public void putSpan(Summary summary) {
        summary.put("format_version", Frame.VERSION)
                .put("software_version", version)
                .put("entries", frames);
        if (frames > 0) {
            summary.put("first_sequence", firstSequence)
                    .putTime("first_time", firstTimeMs)
                    .put("last_sequence", lastSequence)
                    .putTime("last_time", lastTimeMs);
        }
        summary.put("entry_bytes", bytes).put("largest_entry", largestFrame);
        summary.put("starts", starts).put("bookings", bookings);
    }

    /** Adds how many items of each type and outcome there are, and how many anomalies. */
    public void putCounts(Summary summary) {
        List<Summary> rows = new ArrayList<>();
        for (ItemType type : ItemType.values()) {
            for (Outcome outcome : Outcome.values()) {
                long count = counts[type.ordinal()][outcome.code()];
                if (count > 0) {
                    rows.add(new Summary()
                            .put("type", type.label())
                            .put("status", outcome.label())
                            .put("count", count));
                }
            }
        }
        summary.put("items", rows);
        putAnomalies(summary);
    }

    private void putAnomalies(Summary summary) {
        Summary found = new Summary();
        long total = 0;
        for (Anomaly anomaly : Anomaly.values()) {
            long count = anomalies[anomaly.ordinal()];
            if (anomaly != Anomaly.NONE && count > 0) {
                found.put(anomaly.label(), count);
                total += count;
            }
        }
        if (total > 0) {
            summary.put("anomalies", found);
        }
    }

    private void count() {
        counts[item.type().ordinal()][item.outcome().code()]++;
        anomalies[item.anomaly().ordinal()]++;
        if (item.type().isBooking()) {
            bookings++;
        }
        if (item.type() == ItemType.START) {
            starts++;
            version = SettingsCommand.softwareVersion(item.buffer(), item.offset());
        }
    }
}
