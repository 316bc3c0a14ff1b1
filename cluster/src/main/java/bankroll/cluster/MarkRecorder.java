package bankroll.cluster;

import bankroll.cluster.LogRetention.Extent;
import io.aeron.Aeron;
import io.aeron.ChannelUri;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.status.CountersReader;

/**
 * Has the archive keep this node's marks, and reads one at a start. A mark has two recordings, as a snapshot of Aeron's: the
 * service's and the consensus module's. They are begun ahead, and nothing is waited for while a mark is made: one step a turn
 * (ADR 38). One thread, the log's.
 */
final class MarkRecorder implements AutoCloseable {
    static final String CHANNEL = "aeron:ipc?term-length=64k|alias=mark";

    private static final long REST_NS = TimeUnit.SECONDS.toNanos(1);

    private final Aeron aeron;
    private final AeronArchive.Context options;
    private final ErrorHandler errors;
    /** Of the log's thread. */
    final NanoClock clock;

    private final CountersReader counters;
    private final Recording service = new Recording(MarkSnapshot.SERVICE_STREAM);
    private final Recording module = new Recording(MarkSnapshot.MODULE_STREAM);
    private AeronArchive.AsyncConnect connecting;
    private AeronArchive archive;
    private boolean rests;
    private long failedNs;

    /** The recording of its kind that waits for the next mark, as far as it has come. */
    private final class Recording {
        private final int stream;
        private long registration = Aeron.NULL_VALUE;
        private ExclusivePublication publication;
        private boolean isAskedFor;
        private int counter = CountersReader.NULL_COUNTER_ID;
        private long number;
        /** The mark that it gets, and how many of its messages it has. */
        private DirectBuffer[] mark = {};

        private int messages;

        Recording(int stream) {
            this.stream = stream;
        }

        /** Takes the next step to a recording that takes a mark. */
        void turn() {
            if (publication == null) {
                publish();
            } else if (!isAskedFor) {
                askFor();
            } else if (!isOpen()) {
                find();
            } else if (!RecordingPos.isActive(counters, counter, number)) {
                throw new ArchiveException("recording " + number + " for a mark has ended before it");
            }
        }

        private void publish() {
            if (registration == Aeron.NULL_VALUE) {
                registration = aeron.asyncAddExclusivePublication(CHANNEL, stream);
            }
            publication = aeron.getExclusivePublication(registration);
        }

        private void askFor() {
            isAskedFor = archive.archiveProxy()
                    .startRecording(
                            ChannelUri.addSessionId(CHANNEL, publication.sessionId()),
                            stream,
                            SourceLocation.LOCAL,
                            true,
                            aeron.nextCorrelationId(),
                            archive.controlSessionId());
        }

        private void find() {
            counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archive.archiveId());
            if (isOpen()) {
                number = RecordingPos.getRecordingId(counters, counter);
            }
        }

        private boolean isOpen() {
            return counter != CountersReader.NULL_COUNTER_ID;
        }

        /** Gives it what it lacks of a mark, and tells whether the archive has all of it on its disk. */
        boolean keeps(DirectBuffer[] wanted) {
            if (wanted != mark) {
                if (messages > 0) {
                    end();
                }
                mark = wanted;
            }
            while (isOpen() && messages < mark.length && publication.offer(mark[messages]) > 0) {
                messages++;
            }
            return messages == mark.length && counters.getCounterValue(counter) >= publication.position();
        }

        /** Begins with the next one: the archive ends the recording of a publication that is closed. */
        void end() {
            if (publication != null) {
                CloseHelper.close(errors, publication);
            } else if (registration != Aeron.NULL_VALUE) {
                aeron.asyncRemovePublication(registration);
            }
            registration = Aeron.NULL_VALUE;
            publication = null;
            isAskedFor = false;
            counter = CountersReader.NULL_COUNTER_ID;
            messages = 0;
        }
    }

    /**
     * Prepares it.
     *
     * @param aeron the client of the log's thread
     * @param options how this node's archive is reached
     * @param errors hears what the archive could not do; it is tried again
     */
    MarkRecorder(Aeron aeron, AeronArchive.Context options, ErrorHandler errors, NanoClock clock) {
        this.aeron = aeron;
        this.options = options.aeron(aeron).ownsAeronClient(false);
        this.errors = errors;
        this.clock = clock;
        this.counters = aeron.countersReader();
    }

    /** Takes the next step to recordings that take a mark, and hears what the archive says. */
    void turn() {
        if (rests && clock.nanoTime() - failedNs < REST_NS) {
            return;
        }
        rests = false;
        try {
            if (archive == null) {
                connect();
            } else {
                archive.checkForErrorResponse();
                service.turn();
                module.turn();
            }
        } catch (RuntimeException told) {
            rests = true;
            failedNs = clock.nanoTime();
            disconnect();
            errors.onError(told);
        }
    }

    private void connect() {
        if (connecting == null) {
            connecting = AeronArchive.asyncConnect(options.clone());
        }
        archive = connecting.poll();
        if (archive != null) {
            connecting = null;
        }
    }

    /**
     * Has a mark kept, a step a turn. Should a recording fail, the next one gets it.
     *
     * @return the mark with its recordings, while the archive has them on its disk; or null
     */
    SeedMark keep(MarkSnapshot mark) {
        boolean isKept = service.keeps(mark.service()) & module.keeps(mark.module());
        return isKept ? mark.kept(module.number, service.number) : null;
    }

    /** Begins with the next mark's recordings. */
    void next() {
        service.end();
        module.end();
    }

    /**
     * Has the service's part of a mark kept, and waits until it is: an earlier build leads, which has the consensus module write
     * its own part.
     *
     * @return the archive's number of its recording
     */
    long keepServices(MarkSnapshot mark, DiskWait disk) {
        disk.await(
                () -> {
                    turn();
                    return service.keeps(mark.service());
                },
                "the archive of this node has not kept a mark");
        long kept = service.number;
        service.end();
        return kept;
    }

    /**
     * Deletes what was begun for marks that never were made, as the last process has left it: before this node takes part in a log,
     * and with it makes marks.
     *
     * @param named the marks that this node has
     * @param disk waits for the archive
     */
    void deleteLeftOver(RecordedMarks named, DiskWait disk) {
        awaitArchive(disk);
        LongHashSet kept = new LongHashSet();
        for (SeedMark mark : named.marks()) {
            kept.add(mark.serviceRecording());
            kept.add(mark.moduleRecording());
        }
        for (int stream : new int[] {MarkSnapshot.SERVICE_STREAM, MarkSnapshot.MODULE_STREAM}) {
            for (long recording : Extent.of(archive, stream).ofStream()) {
                if (!kept.contains(recording)) {
                    archive.purgeRecording(recording);
                }
            }
        }
    }

    private void awaitArchive(DiskWait disk) {
        disk.await(
                () -> {
                    turn();
                    return archive != null;
                },
                "the archive of this node has not been there");
    }

    /** Reads a mark, whose service's part is in a recording. */
    MarkSnapshot.Content read(long recording, DiskWait disk) {
        awaitArchive(disk);
        try (Subscription replay =
                archive.replay(recording, 0, AeronArchive.NULL_LENGTH, CHANNEL, MarkSnapshot.SERVICE_STREAM)) {
            String late = "the archive of this node has not shown its mark";
            MarkSnapshot.Content[] found = new MarkSnapshot.Content[1];
            disk.await(() -> replay.imageCount() > 0, late);
            disk.await(() -> isRead(replay.imageAtIndex(0), found), late);
            return found[0];
        }
    }

    private static boolean isRead(Image image, MarkSnapshot.Content[] found) {
        int fragments = image.poll(
                (buffer, offset, length, header) -> found[0] =
                        MarkSnapshot.isContent(length) ? MarkSnapshot.Content.of(buffer, offset, length) : found[0],
                1);
        if (found[0] == null && fragments == 0 && (image.isClosed() || image.isEndOfStream())) {
            throw new ArchiveException("the archive's mark can't be read");
        }
        return found[0] != null;
    }

    private void disconnect() {
        service.end();
        module.end();
        CloseHelper.closeAll(errors, connecting, archive);
        connecting = null;
        archive = null;
    }

    @Override
    public void close() {
        disconnect();
    }
}
