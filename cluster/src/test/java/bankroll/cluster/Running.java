package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;

/** A driver, an archive and a client of both. */
final class Running implements AutoCloseable {
    static final int SEGMENT = 4 << 20;

    private final MediaDriver driver;
    private final Path directory;
    private Archive keeper;
    final Aeron aeron;
    final AeronArchive archive;
    /** What the archive does before it writes. */
    volatile Runnable atWrite = () -> {};

    Running(Path directory) {
        this.directory = directory;
        driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
        startArchive();
        aeron = client();
        archive = connect();
    }

    void startArchive() {
        keeper = Archive.launch(new Archive.Context()
                .aeronDirectoryName(driver.aeronDirectoryName())
                .archiveDir(directory.toFile())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .segmentFileLength(SEGMENT)
                .recordChecksum((address, offset, length) -> {
                    atWrite.run();
                    return ArchiveTail.CHECKSUM.compute(address, offset, length);
                })
                .controlChannelEnabled(false)
                .archiveClientContext(
                        new AeronArchive.Context().controlResponseChannel("aeron:udp?endpoint=localhost:0"))
                .localControlChannel("aeron:ipc?term-length=64k")
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .recordingEventsEnabled(false));
    }

    void stopArchive() {
        keeper.close();
    }

    String aeronDirectory() {
        return driver.aeronDirectoryName();
    }

    /** Another client of the driver, which throws what its handlers throw. */
    Aeron client() {
        return Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(aeronDirectory())
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE));
    }

    /** Another client of the archive. */
    AeronArchive connect() {
        return AeronArchive.connect(options().aeron(aeron));
    }

    /** How the archive is reached. */
    AeronArchive.Context options() {
        return new AeronArchive.Context()
                .controlRequestChannel(keeper.context().localControlChannel())
                .controlRequestStreamId(keeper.context().localControlStreamId())
                .controlResponseChannel(keeper.context().localControlChannel());
    }

    @Override
    public void close() {
        archive.close();
        aeron.close();
        keeper.close();
        driver.close();
    }
}
