package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.engine.Logged;
import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turn by turn: which files are made ready on a disk with so much room, and what is told of it. */
class JournalRoomTurnsTest {
    private static final long MIB = 1 << 20;
    private static final long FULL = 8 * MIB;
    private static final long LOW_WATER = 100 * MIB;
    /** What stays free for the manifest. */
    private static final long SPARE = 2 * MIB;

    private static final long PLENTY = 1L << 40;

    @TempDir
    private Path directory;

    private final List<String> made = new ArrayList<>();
    private final List<Long> rests = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Degradation degradation = new Degradation(() -> 0);
    private RecordedDisk disk;
    private JournalRoom room;
    private Agent agent;
    private Doorbell bell;
    private FailurePolicy failed;
    private BlockReserve.Demand demand;
    private IOException refusal;
    private Runnable meanwhile = () -> {};
    private long abandonedAt = Long.MAX_VALUE;
    private long nowNs = 1_000;
    private long nsForAMib = 1;
    private int hostings;
    private int endings;
    private int told;

    @BeforeEach
    void givenARoomOnADiskWithRoom() throws IOException {
        disk = new RecordedDisk(directory);
        disk.free(PLENTY);
        JournalContext context = new JournalContext()
                .directory(disk.root())
                .fileBytes(FULL)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(LOW_WATER)
                .degradation(degradation)
                .agentHost((hosted, between, policy) -> {
                    hostings++;
                    agent = hosted;
                    bell = between;
                    failed = policy;
                    return () -> endings++;
                });
        room = new JournalRoom(context, failures::add, this::make, () -> nowNs, ns -> {
            rests.add(ns);
            nowNs += ns;
        });
        room.onRoom(() -> told++);
    }

    private long make(JournalFile file, long bytes, boolean zeros, BlockReserve.Demand asked) throws IOException {
        demand = asked;
        meanwhile.run();
        if (refusal != null) {
            throw refusal;
        }
        if (file.number() >= abandonedAt) {
            return 0;
        }
        nowNs += bytes / MIB * nsForAMib;
        made.add(file.number() + ": " + bytes / MIB);
        return bytes;
    }

    @Test
    void shouldMakeFilesReadyThatDoubleUpToAFullOne() throws Exception {
        start(MIB);
        assertEquals(List.of("1: 1"), made, "no more before the writer begins");
        assertEquals(MIB, room.nextFileBytes());

        agent.doWork();
        agent.doWork();
        assertEquals(List.of("1: 1", "2: 2"), made, "two, while they are small");

        take(1);
        assertEquals(2 * MIB, room.nextFileBytes());
        agent.doWork();
        take(2);
        agent.doWork();
        take(3);
        agent.doWork();
        take(4);
        agent.doWork();
        assertEquals(List.of("1: 1", "2: 2", "3: 4", "4: 8", "5: 8"), made, "a full one is alone");
        assertEquals(5, told, "of each");
    }

    @Test
    void shouldKeepASecondFullFileOnlyWhileFilesAreFilledAtMoreThanAQuarterOfThePace() throws Exception {
        nsForAMib = 10;
        start(FULL);
        take(1);
        agent.doWork();

        nowNs += 320 - 80;
        take(2);
        agent.doWork();
        assertEquals(List.of("1: 8", "2: 8", "3: 8"), made, "at a quarter of it");

        nowNs += 319 - 80;
        take(3);
        agent.doWork();
        assertEquals(List.of("1: 8", "2: 8", "3: 8", "4: 8", "5: 8"), made, "at more");
    }

    /** Zeros as fast as they go would take the disk and a processor from those who answer. */
    @Test
    void shouldTakeHalfTheTimeForAFileInWhichTheOneBeforeWasFilled() throws Exception {
        meanwhile = () -> {
            for (long mib = 2; mib <= FULL / MIB; mib += 2) {
                demand.rest(mib * MIB);
            }
        };
        nsForAMib = 0;
        start(FULL);
        take(1);
        agent.doWork();
        assertEquals(List.of(), rests, "nobody knows yet how fast files are filled");

        nowNs += 80_000_000;
        take(2);
        agent.doWork();
        assertEquals(List.of(10_000_000L, 10_000_000L, 10_000_000L, 10_000_000L), rests, "40 of 80 ms");
        assertEquals(List.of("1: 8", "2: 8", "3: 8"), made, "and was no slower for its rests: none is made besides");

        rests.clear();
        nowNs += 3_600_000_000_000L;
        take(3);
        agent.doWork();
        assertEquals(List.of(20_000_000L, 20_000_000L, 20_000_000L, 20_000_000L), rests, "with a look in between");
    }

    @Test
    void shouldRestNoMoreWhereTheWriterWaits() throws Exception {
        meanwhile = () -> demand.rest(FULL);
        start(FULL);
        take(1);
        agent.doWork();
        nowNs += 80_000_000;
        take(2);
        meanwhile = () -> {
            assertFalse(room.isNextFileSafe());
            demand.rest(FULL);
        };
        agent.doWork();

        assertEquals(List.of(), rests);
    }

    @Test
    void shouldTakeTwoSecondsAtMostForAFile() throws Exception {
        start(FULL);
        take(1);
        agent.doWork();
        nowNs += 3_600_000_000_000L;
        take(2);
        meanwhile = () -> {
            for (int looks = 0; looks < 1_000; looks++) {
                demand.rest(FULL);
            }
        };
        agent.doWork();

        assertEquals(2_000_000_000L, rests.stream().mapToLong(each -> each).sum());
    }

    @Test
    void shouldMakeNoSecondFileReadyThatWouldBeWhyBookingsAreRefused() throws Exception {
        start(MIB);
        disk.free(LOW_WATER + FULL + SPARE + 2 * MIB - 1);
        agent.doWork();
        assertEquals(List.of("1: 1"), made);
        assertTrue(room.acceptsBookings());

        disk.free(LOW_WATER + FULL + SPARE + 2 * MIB);
        agent.doWork();
        assertEquals(List.of("1: 1", "2: 2"), made);
    }

    @Test
    void shouldRefuseBookingsWhileThereIsNoRoomForTheNextFileAndSayEachOnce() throws Exception {
        disk.free(MIB + SPARE - 1);
        try (Logged logged = new Logged(JournalRoom.class)) {
            start(MIB);
            agent.doWork();
            assertFalse(room.acceptsBookings());
            assertFalse(room.isNextFileReady());
            assertEquals(0, told);
            assertEquals(MIB + SPARE - 1, room.usableBytes());

            disk.free(MIB + SPARE);
            agent.doWork();
            assertTrue(room.isNextFileReady());
            assertEquals(1, told);
            assertEquals(
                    List.of(
                            "ERROR no room for journal file 00000001/19700102F.cq4 (1048576 bytes), 3145727 bytes are free:"
                                    + " bookings are unavailable",
                            "WARN 3145727 bytes are free for the journal, low-water mark 104857600: bookings are unavailable",
                            "WARN there is room for journal file 00000001/19700102F.cq4 again: bookings are taken"),
                    logged.lines());
            assertFalse(room.acceptsBookings(), "it is still below the low-water mark");
        }
    }

    @Test
    void shouldRefuseBookingsBelowTheLowWaterMarkAndTakeThemAtIt() throws Exception {
        start(MIB);
        agent.doWork();
        disk.free(LOW_WATER - 1);
        try (Logged logged = new Logged(JournalRoom.class)) {
            agent.doWork();
            agent.doWork();
            assertFalse(room.acceptsBookings());
            assertFalse(room.isNextFileComing());

            disk.free(LOW_WATER);
            agent.doWork();
            agent.doWork();
            assertTrue(room.acceptsBookings());
            assertTrue(room.isNextFileComing());
            assertEquals(
                    List.of(
                            "WARN 104857599 bytes are free for the journal, low-water mark 104857600: bookings are unavailable",
                            "WARN 104857600 bytes are free for the journal, low-water mark 104857600: bookings are taken again"),
                    logged.lines());
        }
    }

    @Test
    void shouldSeeBeforeItStartsThatTheDiskIsBelowTheLowWaterMark() throws IOException {
        disk.free(LOW_WATER - 1);
        start(MIB);

        assertFalse(room.acceptsBookings());
    }

    /** Nobody needs to know of it: there is one for the writer. */
    @Test
    void shouldTakeBookingsWhileASecondFileCantBeHad() throws Exception {
        start(MIB);
        refusal = new IOException("No space left on device");
        try (Logged logged = new Logged(JournalRoom.class)) {
            agent.doWork();
            assertTrue(room.acceptsBookings());
            assertEquals(List.of(), logged.lines());

            take(1);
            agent.doWork();
            assertFalse(room.acceptsBookings(), "it was the last one");

            refusal = null;
            agent.doWork();
            assertTrue(room.acceptsBookings());
            assertEquals("2: 2", made.get(1));
        }
    }

    /** No descriptor, a bad block: what stands open may have room for hours. */
    @Test
    void shouldTakeBookingsAndSayWhyTheNextFileCantBeMadeReady() throws Exception {
        start(MIB);
        refusal = new IOException("Too many open files");
        agent.doWork();
        assertFalse(degradation.isOf(Part.DISK), "nobody needs to know of a second file");

        take(1);
        try (Logged logged = new Logged(JournalRoom.class)) {
            agent.doWork();
            assertEquals(List.of(), logged.lines());
        }
        assertTrue(room.acceptsBookings());
        assertTrue(room.isNextFileComing());
        assertFalse(room.isNextFileSafe(), "but the file is not begun");
        assertTrue(
                degradation
                        .entries()
                        .toString()
                        .contains("can't be made ready, bookings wait once the present one is full:"),
                degradation.entries()::toString);

        refusal = new IOException("No space left on device");
        agent.doWork();
        assertFalse(room.acceptsBookings());
        assertFalse(degradation.isOf(Part.DISK), "that has words of its own");

        refusal = null;
        agent.doWork();
        assertTrue(room.acceptsBookings());
        assertTrue(room.isNextFileSafe());
    }

    @Test
    void shouldTryAnAbandonedFileAgainAtTheNextTurn() throws Exception {
        start(MIB);
        abandonedAt = 2;
        agent.doWork();
        take(1);
        agent.doWork();
        assertFalse(room.isNextFileReady());
        assertTrue(room.acceptsBookings(), "it was not for want of room");

        abandonedAt = Long.MAX_VALUE;
        agent.doWork();
        assertEquals("2: 2", made.get(1));
    }

    @Test
    void shouldEndAFileEarlyOnlyWhenTheWriterWaitsForItAndItIsAsLongAsTheFirst() throws Exception {
        start(MIB);
        take(1);
        bell.idle();
        meanwhile = () -> {
            assertFalse(demand.isMet(2 * MIB), "nobody waits");
            assertFalse(room.isNextFileSafe());
            assertTrue(bell.isRung(), "it is wanted now");
            assertFalse(demand.isMet(MIB - 1));
            assertTrue(demand.isMet(MIB));
            assertFalse(demand.isOver());
            meanwhile = () -> assertFalse(demand.isMet(FULL), "one is ready");
        };
        agent.doWork();
        assertEquals(List.of("1: 1", "2: 2", "3: 4"), made);
        assertTrue(room.isNextFileSafe());

        take(2);
        take(3);
        meanwhile = () -> {
            assertFalse(demand.isMet(FULL), "it has got what it waited for");
            meanwhile = () -> {};
        };
        agent.doWork();
        assertEquals("4: 8", made.get(3));
    }

    @Test
    void shouldBeWokenOnceForAFileThatIsWaitedForAndForEachThatIsTaken() throws Exception {
        abandonedAt = 1;
        start(MIB);
        assertFalse(room.isNextFileSafe());
        assertTrue(bell.isRung());
        bell.idle();

        assertFalse(room.isNextFileSafe());
        assertFalse(bell.isRung(), "it knows");

        take(1);
        assertTrue(bell.isRung());
    }

    @Test
    void shouldMakeTheNextFileOfTheDefaultSizeWhereNoneIsInReserve() throws IOException {
        abandonedAt = 1;
        start(MIB);

        assertEquals(FULL, room.nextFileBytes());
    }

    @Test
    void shouldBeginAtTheTurnThatFindsRoomAndOnlyOnce() throws Exception {
        disk.free(MIB);
        List<String> tries = new ArrayList<>();
        try (Logged logged = new Logged(JournalRoom.class)) {
            room.beginLater(() -> {
                tries.add("" + room.usableBytes() / MIB);
                if (room.lacks(MIB)) {
                    return false;
                }
                start(MIB);
                return true;
            });
            assertTrue(logged.lines().get(0).endsWith("too few to begin: bookings are unavailable"));
        }
        assertFalse(room.acceptsBookings());
        agent.doWork();
        assertEquals(List.of(), made);

        disk.free(PLENTY);
        agent.doWork();
        agent.doWork();
        assertEquals(List.of("1", "" + PLENTY / MIB), tries);
        assertEquals(List.of("1: 1", "2: 2"), made);
        assertTrue(room.acceptsBookings());
        assertEquals(1, hostings, "it has its turns already");
    }

    @Test
    void shouldTryToBeginAgainBehindAFailureAndSayWhatItIs() throws Exception {
        List<String> tries = new ArrayList<>();
        room.beginLater(() -> {
            tries.add("");
            if (tries.size() == 1) {
                throw new IOException("input/output error");
            }
            return true;
        });
        agent.doWork();
        assertTrue(degradation.isOf(Part.DISK));
        assertTrue(
                degradation.entries().toString().contains("the journal's disk can't be watched: input/output error"),
                degradation.entries()::toString);

        agent.doWork();
        agent.doWork();
        assertEquals(2, tries.size());
        assertFalse(degradation.isOf(Part.DISK));
    }

    @Test
    void shouldLackWhatWouldLeaveTooLittleForTheManifest() throws IOException {
        disk.free(FULL);
        start(MIB);

        assertEquals(LOW_WATER, room.lowWaterBytes());
        assertFalse(room.lacks(FULL - SPARE));
        assertTrue(room.lacks(FULL - SPARE + 1));
    }

    @Test
    void shouldMakeNothingReadyOnceItIsEnded() throws Exception {
        start(MIB);
        meanwhile = () -> {
            room.end();
            assertTrue(demand.isOver());
        };
        agent.doWork();
        agent.doWork();
        room.end();

        assertEquals(List.of("1: 1", "2: 2"), made);
        assertEquals(1, endings);
    }

    @Test
    void shouldEndWithItsJournal() throws IOException {
        start(MIB);

        room.close();

        assertEquals(1, endings);
        assertFalse(room.isNextFileReady());
    }

    @Test
    void shouldLetNoFileBeginWithoutDescriptorsAndGoOnOnceThereAreSome() throws Exception {
        start(MIB);
        bell.ring();
        bell.idle();
        assertTrue(room.isNextFileSafe());
        assertFalse(bell.isRung());

        disk.leaveDescriptors(0);
        assertFalse(room.isNextFileSafe());
        assertTrue(bell.isRung(), "it is to be told");
        agent.doWork();
        agent.doWork();
        assertTrue(
                degradation.entries().toString().contains("no file descriptors are left for the journal's next file"),
                degradation.entries()::toString);
        bell.idle();
        assertFalse(room.isNextFileSafe());
        assertFalse(bell.isRung(), "it is told");

        disk.leaveDescriptors(Integer.MAX_VALUE);
        int before = told;
        agent.doWork();
        assertEquals(before + 1, told);
        assertFalse(degradation.isOf(Part.DISK));
        assertTrue(room.isNextFileSafe());
    }

    @Test
    void shouldStopTheProcessWhenItsThreadFails() throws IOException {
        start(MIB);
        IllegalStateException defect = new IllegalStateException("a defect");

        failed.onError(defect);

        assertEquals(1, failures.size());
        assertSame(defect, failures.get(0));
    }

    private void start(long firstBytes) throws IOException {
        room.start(file(1), firstBytes);
    }

    /** The writer begins this file. */
    private void take(long number) {
        room.took(file(number));
    }

    private JournalFile file(long number) {
        return JournalFile.of(disk.root(), 1, number);
    }
}
