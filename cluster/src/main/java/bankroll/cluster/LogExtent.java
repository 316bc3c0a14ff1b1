package bankroll.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.RecordingDescriptorConsumer;
import org.agrona.collections.LongHashSet;

/** What an archive holds: every recording's number, and how far the newest recording of the log reaches. One thread. */
final class LogExtent implements RecordingDescriptorConsumer {
    private final LongHashSet recordings = new LongHashSet();
    private final int logStream;
    private long log = AeronArchive.NULL_POSITION;
    private long startPosition;
    private int termBytes;
    private int segmentBytes;

    private LogExtent(int logStream) {
        this.logStream = logStream;
    }

    static LogExtent of(AeronArchive archive, int logStream) {
        LogExtent found = new LogExtent(logStream);
        archive.listRecordings(0, Integer.MAX_VALUE, found);
        return found;
    }

    boolean holds(long recording) {
        return recordings.contains(recording);
    }

    boolean hasLog() {
        return log >= 0;
    }

    long log() {
        return log;
    }

    /** The first byte that is still there. */
    long startPosition() {
        return startPosition;
    }

    /** Where the file begins that holds this byte: what is before it can be deleted. */
    long fileOf(long position) {
        return AeronArchive.segmentFileBasePosition(startPosition, position, termBytes, segmentBytes);
    }

    @Override
    public void onRecordingDescriptor(
            long controlSessionId,
            long correlationId,
            long recordingId,
            long startTimestamp,
            long stopTimestamp,
            long start,
            long stop,
            int initialTermId,
            int segmentFileLength,
            int termBufferLength,
            int mtuLength,
            int sessionId,
            int streamId,
            String strippedChannel,
            String originalChannel,
            String sourceIdentity) {
        recordings.add(recordingId);
        if (streamId == logStream) {
            log = recordingId;
            startPosition = start;
            termBytes = termBufferLength;
            segmentBytes = segmentFileLength;
        }
    }
}
