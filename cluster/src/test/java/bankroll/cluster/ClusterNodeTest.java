package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.ClusterStatus.Standing;
import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import bankroll.journal.files.OwnerOnly;
import io.aeron.Aeron;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.LangUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a node's buffers: what stands in it names players, and everybody may write beside it. */
class ClusterNodeTest {
    private static final ErrorHandler ERRORS = fault -> {
        throw new AssertionError(fault);
    };

    @TempDir
    Path directory;

    private Path buffers;
    private ClusterContext context;

    @BeforeEach
    void describe() throws IOException {
        buffers = directory.resolve("buffers");
        context = LoneMember.of(directory.resolve("data"), buffers).conclude();
    }

    private void start(Runnable whileItRuns) {
        try (ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), ERRORS, () -> {})) {
            node.startArchive();
            whileItRuns.run();
        }
    }

    private void assertOwn() {
        try {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(buffers)));
            assertTrue(Files.exists(Path.of(context.aeronDirectory())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepItsBuffersForItsUserAndLeaveNothingOfThem() {
        start(this::assertOwn);

        assertFalse(Files.exists(buffers));
    }

    /** As where several nodes share a disk that stands still: all of them would end at once. */
    @Test
    void shouldBearAForceThatTakesNearlyAMinute() {
        start(() -> {
            try (Aeron aeron = Aeron.connect(context.driverClient(ERRORS))) {
                assertEquals(
                        TimeUnit.SECONDS.toNanos(60),
                        aeron.context().interServiceTimeoutNs(),
                        "Aeron gives a thread up");
            }
        });
    }

    /** A node that can't offer anything must not be one that is elected. */
    @Test
    void shouldNotGoOnWithAWayIntoTheLogThatAeronHasGivenUp() {
        start(() -> {
            try (LeaderSession session = new LeaderSession(context, SharedSecret.drawn(), ERRORS)) {
                session.turn(false);
                session.aeron.close();
                assertThrows(IllegalStateException.class, () -> session.turn(false));
            }
        });
    }

    /** The memory of these counters is given back while the log's thread, and who asks for the status, still run. */
    @Test
    void shouldTellNothingOfTheConsensusModuleOnceItCloses() {
        ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), fault -> {}, () -> {});
        assertEquals(Standing.NONE, node.look(Standing::of, Standing.NONE), "it isn't there yet");
        try (node) {
            node.start(anyService(), () -> true);
            assertEquals("follower", node.look(Standing::of, Standing.NONE).role());
        }

        assertEquals(Standing.NONE, node.look(Standing::of, Standing.NONE));
    }

    private static LogService anyService() {
        return service(new QuietMember());
    }

    private static LogService service(CommandLog.Member member) {
        LogMark began = new LogMark(0, 0, 0);
        return new LogService(member, 1, began, order -> {}, () -> {}, null, term -> true);
    }

    /** Aeron throws an IOException where it declares none. The log's thread would end, and the node say that it is ready. */
    @Test
    void shouldEndOnWhateverTheLogsThreadMeetsWith() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        LogService service = service(new QuietMember() {
            @Override
            public void begin(LogMark mark) {
                LangUtil.rethrowUnchecked(new IOException("no room"));
            }

            @Override
            public void fail(Throwable cause) {
                failed.complete(cause);
            }
        });

        try (ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), fault -> {}, () -> {})) {
            node.start(service, () -> true);
            assertEquals("no room", failed.get().getMessage());
        }
    }

    @Test
    void shouldNotFollowALinkWithinTheDirectory() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path kept = Files.createFile(elsewhere.resolve("kept"));
        Files.createDirectory(buffers, OwnerOnly.directory(buffers));
        Files.createSymbolicLink(buffers.resolve("link"), elsewhere);

        start(() -> {
            assertOwn();
            assertFalse(Files.exists(buffers.resolve("link"), LinkOption.NOFOLLOW_LINKS));
        });

        assertTrue(Files.exists(kept));
    }
}
