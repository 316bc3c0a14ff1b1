package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.cluster.RecordingLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has no log: all of a new cluster begin one together, and whoever has lost its own takes no part before it is seeded. */
class FormationTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    /** Its vote would let a node lead that lacks what it had confirmed. */
    @Test
    void shouldNotLetANodeVoteThatHasLostWhatItConfirmed() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            assertEquals("OK", nodes.ask("deposit d1 ann 1"));
            nodes.mark();
            nodes.awaitSame();
            NodeProcess first = nodes.leader();
            NodeProcess behind = nodes.other(first);
            NodeProcess lost = nodes.other(first, behind);
            behind.kill();
            assertEquals("OK", nodes.ask("deposit d2 ann 1000"));
            lost.kill();
            lost.deleteData();
            first.kill();

            behind.start();
            requireRefused(lost, "the cluster has begun, and this node may have confirmed what it has no longer");
            assertTrue(lost.log().contains("node " + nodes.indexOf(behind) + " ("), lost::log);
            assertTrue(lost.log().contains("cluster seed --operator-url URL"), lost::log);
            SeedMain.breakOff(lost, first, 1);
            requireRefused(lost, "a seed of this node was not finished");

            first.start();
            assertEquals("1001", nodes.ask("balance ann"));
            nodes.seed(lost);
            lost.start();
            nodes.requireSameJournals();
        }
    }

    private static void requireRefused(NodeProcess node, String why) {
        int told = node.log().length();
        assertEquals(ExitCode.CONFIGURATION, node.start().exitCode(), node::log);
        assertTrue(node.log().substring(told).contains(why), node::log);
    }

    @Test
    void shouldBeginALogOnceAllAreThereAlsoWhereTheyWereKilledMeanwhile() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            NodeProcess early = nodes.get(0).start();
            NodeProcess away = nodes.get(1).start();
            NodeProcess late = nodes.get(2);
            String absent = "node 2 (" + late.options().own() + "), which does not answer";
            Eventually.within(PATIENCE, early::log, () -> early.ask("waits-for").equals(absent));
            Eventually.within(
                    PATIENCE,
                    early::log,
                    () -> early.log().contains("begins one only together with all others. It waits for " + absent));
            away.kill();
            late.start();
            Eventually.within(PATIENCE, "it knows all", () -> isPrepared(early));
            assertFalse(isPrepared(late), "it has not seen who is away");
            assertEquals("follows -1 0 0 -1", early.ask("status"));
            early.kill();

            early.start();
            away.start();

            nodes.open("ann");
            assertEquals("OK", nodes.ask("deposit d1 ann 1"));
            nodes.requireSameJournals();
            assertEquals(List.of(), nodes.faults(), nodes::logs);
        }
    }

    /** Aeron's book learns of a log only once a part of it is copied, and confirmed. */
    @Test
    void shouldTakeANodeLaterThatNeverHadALogAndNoneThatHasAPartOfOneItDoesNotKnow() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            nodes.awaitSame();
            NodeProcess first = nodes.leader();
            NodeProcess late = nodes.other(first);
            NodeProcess away = nodes.other(first, late);
            late.kill();
            Path log = late.data().resolve(ClusterContext.DIRECTORY);
            Files.delete(log.resolve(ClusterContext.CONSENSUS).resolve(RecordingLog.RECORDING_LOG_FILE_NAME));
            requireRefused(late, "it may have confirmed them, and does not know them");

            late.deleteData();
            LoneMember.record(late.options(), Formation.STREAM);
            away.kill();
            late.start();

            assertEquals("OK", nodes.ask("deposit d1 ann 1"), "two are enough");
            away.start();
            nodes.requireSameJournals();
        }
    }

    /** Who has another secret is no member, whatever it may show: it is waited for, and told. */
    @Test
    void shouldWaitForNodesThatHaveAnotherSecretUntilItIsToldToEnd() throws Exception {
        String members = FreeMembers.next(3);
        ClusterContext[] contexts = new ClusterContext[3];
        for (int node = 0; node < contexts.length; node++) {
            Path data = directory.resolve("data" + node);
            contexts[node] = NodeMain.options(data, directory.resolve("driver" + node), node, members, 1 << 20, 0)
                    .secret(new byte[] {(byte) Math.min(node, 1)})
                    .conclude();
        }
        ClusterNode second = archive(contexts[1]);
        ClusterNode third = archive(contexts[2]);
        try (second;
                third;
                ClusterNode own = archive(contexts[0])) {
            Formation formation = new Formation(
                    contexts[0],
                    () -> own.archive((session, correlation, recording, subscription, position, signal) -> {}),
                    own::archiveOf);
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(formation::await);
            String why = "which refuses this node's secret: cluster.secret-file is not the same on both";
            String wanted =
                    "node 1 (" + contexts[1].own() + "), " + why + "; node 2 (" + contexts[2].own() + "), " + why;
            Eventually.within(
                    PATIENCE, formation::waitsFor, () -> formation.waitsFor().equals(wanted));

            formation.end();

            assertFalse(waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    private static ClusterNode archive(ClusterContext context) {
        ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), fault -> {}, () -> {});
        node.startArchive();
        return node;
    }

    /** What a start without --init goes by: it makes no ledger where one was lost. */
    @Test
    void shouldKnowANodeThatBeganAClusterFromOneThatHadALedger() throws Exception {
        ClusterContext node = LoneMember.of(directory.resolve("data"), directory.resolve("driver"));
        assertFalse(AeronLog.isForming(node), "nothing was begun");
        LogMark.began(node.directory(), LogMark.START);
        assertTrue(AeronLog.isForming(node), "its archive was not begun yet");
        Files.createDirectories(node.archiveDirectory());
        Files.write(node.archiveDirectory().resolve(ArchiveTail.CATALOG), new byte[0]);
        assertTrue(AeronLog.isForming(node), "it has just begun it");

        LoneMember.record(node, Formation.STREAM);
        assertTrue(AeronLog.isForming(node), "it is prepared");

        LoneMember.beginLog(node);
        assertTrue(AeronLog.isForming(node), "its log has begun, and has no entry yet");

        LoneMember.record(node, MarkSnapshot.SERVICE_STREAM);
        LoneMember.record(node, MarkSnapshot.MODULE_STREAM);
        assertTrue(AeronLog.isForming(node), "what its first mark goes into is begun ahead");

        Path consensus = Files.createDirectories(node.consensusDirectory());
        try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
            RecordedMarks.append(book, new SeedMark(0, 0, 1_000, 1, 3, 2), 1);
        }
        assertFalse(AeronLog.isForming(node), "it has a mark, before which its journal was forced");
    }

    /** Whoever has shown the others anything has forced it. */
    @Test
    void shouldBeginAnArchiveAnewWhoseCatalogAPowerCutHasTakenBeforeItWasForced() throws Exception {
        for (int bytes : new int[] {0, 1, 1 << 20}) {
            ClusterContext node = LoneMember.of(directory.resolve("data" + bytes), directory.resolve("driver"));
            Path archive = Files.createDirectories(node.archiveDirectory());
            Files.write(archive.resolve(ArchiveTail.CATALOG), new byte[bytes]);
            assertEquals(0, LoneMember.record(node, Formation.STREAM));

            Files.write(archive.resolve(ArchiveTail.CATALOG), new byte[bytes]);
            assertThrows(
                    RuntimeException.class,
                    () -> LoneMember.record(node, Formation.STREAM),
                    "there is a recording, which it lists no longer");
        }
    }

    @Test
    void shouldMakeNoLedgerWhereTheLogBeginsBehindEntries() throws Exception {
        ClusterContext node = LoneMember.of(directory.resolve("data"), directory.resolve("driver"));
        LogMark.began(node.directory(), LogMark.START);
        LoneMember.record(node, ArchiveTail.LOG_STREAM, 1 << 20);
        assertFalse(AeronLog.isForming(node), "what is before its log is in its journal alone");

        ClusterContext other = LoneMember.of(directory.resolve("other"), directory.resolve("others-driver"));
        LogMark.began(other.directory(), new LogMark(7, 7, 7));
        LoneMember.beginLog(other);
        assertFalse(AeronLog.isForming(other), "the cluster began with a ledger");
    }

    /** Somebody has deleted the one and not the other. */
    @Test
    void shouldMakeNoLedgerWhereItsBookKnowsOfMoreThanItsArchiveHolds() throws Exception {
        ClusterContext node = LoneMember.of(directory.resolve("data"), directory.resolve("driver"));
        LogMark.began(node.directory(), LogMark.START);
        long prepared = LoneMember.record(node, Formation.STREAM);
        Path consensus = Files.createDirectories(node.consensusDirectory());
        try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
            book.appendSnapshot(prepared + 1, 0, 0, 320, 0, RecordedMarks.SERVICE);
            book.appendSnapshot(prepared + 2, 0, 0, 320, 0, RecordedMarks.MODULE);
        }
        assertFalse(AeronLog.isForming(node), "a mark");

        Files.delete(consensus.resolve(RecordingLog.RECORDING_LOG_FILE_NAME));
        assertTrue(AeronLog.isForming(node));
        try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
            book.appendTerm(prepared + 1, 0, 0, 0);
        }
        assertFalse(AeronLog.isForming(node), "a log");
    }

    /** A kill may come before its journal has an entry, and a power cut before the journal is forced for the first time. */
    @Test
    void shouldMakeAJournalAnewFromALogThatIsThereFromItsFirstByteAndVoteByWhatTheLogHolds() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            nodes.awaitSame();
            NodeProcess first = nodes.leader();
            NodeProcess behind = nodes.other(first);
            NodeProcess early = nodes.other(first, behind);
            behind.kill();
            assertEquals("OK", nodes.ask("deposit d1 ann 1000"));
            early.kill();
            first.kill();
            early.deleteJournal();
            assertTrue(AeronLog.isForming(early.options()), "it goes on without --init");

            behind.start();
            early.start();
            assertEquals("1000", nodes.ask("balance ann"), "which two of them had confirmed");
            first.start();
            nodes.mark();

            early.kill();
            early.deleteJournal();
            assertFalse(AeronLog.isForming(early.options()), "it goes on from a mark, before which it has no entries");
        }
    }

    private static boolean isPrepared(NodeProcess node) {
        boolean[] isFound = new boolean[1];
        Path log = node.data().resolve(ClusterContext.DIRECTORY);
        ArchiveTail.recordings(
                log.resolve(ClusterContext.ARCHIVE), each -> isFound[0] |= each.streamId() == Formation.STREAM);
        return isFound[0];
    }
}
