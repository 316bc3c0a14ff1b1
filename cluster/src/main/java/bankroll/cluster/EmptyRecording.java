package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.status.CountersReader;

/** A recording of nothing: its stream is what it says, and where it begins. */
final class EmptyRecording {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NAP_NS = 1_000_000;

    private EmptyRecording() {}

    /**
     * Makes one, and waits until the archive has ended it.
     *
     * @param channel over IPC, with the position at which it begins and ends
     * @return the archive's number of it
     */
    static long make(AeronArchive archive, String channel, int stream, long position) {
        try (ExclusivePublication nothing = archive.addRecordedExclusivePublication(channel, stream)) {
            CountersReader counters = archive.context().aeron().countersReader();
            IntSupplier counter =
                    () -> RecordingPos.findCounterIdBySession(counters, nothing.sessionId(), archive.archiveId());
            await(() -> counter.getAsInt() != CountersReader.NULL_COUNTER_ID, EmptyRecording::none);
            long recording = RecordingPos.getRecordingId(counters, counter.getAsInt());
            nothing.close();
            await(() -> archive.getStopPosition(recording) == position, EmptyRecording::none);
            return recording;
        }
    }

    private static ConditionException none() {
        return new ConditionException(
                ExitCode.IO, "this node's archive does not begin a recording", "look at the disk, and run it again");
    }

    /** Looks until something is so; it is late after half a minute. */
    static void await(BooleanSupplier done, Supplier<ConditionException> late) {
        answer(() -> Optional.of(true).filter(any -> done.getAsBoolean()), late);
    }

    /** Looks until there is an answer, and tells it; it is late after half a minute. */
    static <T> T answer(Supplier<Optional<T>> look, Supplier<ConditionException> late) {
        long beganNs = System.nanoTime();
        Optional<T> seen = look.get();
        while (seen.isEmpty()) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw late.get();
            }
            LockSupport.parkNanos(NAP_NS);
            seen = look.get();
        }
        return seen.get();
    }
}
