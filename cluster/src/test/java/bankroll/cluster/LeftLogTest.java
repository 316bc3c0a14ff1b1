package bankroll.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.SeededJournal;
import bankroll.testkit.Copies;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Of three nodes that were killed at once one is left, and goes on alone. Its journal lacks the end, as behind a power cut: what
 * was acknowledged is in its log.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeftLogTest {
    private static final int EACH = 20;
    private static final int SECTOR_BYTES = 512;
    /** Longer than the log takes at a time. */
    private static final int PARTED = 30;

    private final Map<String, String> acknowledged = new LinkedHashMap<>();
    private Path kept;
    private Path young;
    private Nodes nodes;
    private NodeProcess node;
    private List<byte[]> frames;
    private int marked;

    @BeforeAll
    void bookAndKill(@TempDir Path directory) throws Exception {
        nodes = new Nodes(directory).start();
        nodes.open("ann");
        pay("before");
        nodes.awaitLevel();
        young = directory.resolve("young");
        Copies.copy(nodes.get(0).data(), young);
        nodes.mark();
        pay("behind");
        nodes.lead(nodes.follower());
        pay("later");
        assertEquals("OK", nodes.ask("large parted ann 1 " + PARTED));
        pay("last");
        nodes.awaitLevel();
        node = nodes.follower();
        nodes.each(NodeProcess::kill);
        frames = Nodes.frames(node.data());
        marked = (int) new LeftLog(node.options())
                .mark(RecordedMarks.read(node.options().consensusDirectory()))
                .sequence();
        assertTrue(marked > EACH && marked < frames.size() - EACH, () -> marked + " of " + frames.size());
        kept = directory.resolve("kept");
        Copies.copy(node.data(), kept);
    }

    private void pay(String when) {
        for (int number = 0; number < EACH; number++) {
            String question = "pay " + when + number + " ann " + (number + 1);
            String answer = nodes.ask(question);
            assertTrue(answer.startsWith("OK "), answer);
            acknowledged.put(question, answer);
        }
    }

    @AfterAll
    void close() {
        nodes.close();
    }

    @BeforeEach
    void restore() throws IOException {
        node.deleteData();
        Copies.copy(kept, node.data());
    }

    /** What was not forced is lost. */
    private void cutJournal(int entries) {
        cutJournal(node.data(), frames.subList(0, entries));
    }

    private static void cutJournal(Path data, List<byte[]> kept) {
        deleteJournal(data);
        try (SeededJournal journal = new SeededJournal(engine(data), () -> {})) {
            kept.forEach(journal::append);
            journal.prove();
        }
    }

    private static void deleteJournal(Path data) {
        IoUtil.delete(data.resolve("journal").toFile(), true);
        IoUtil.delete(data.resolve("snapshots").toFile(), true);
    }

    private EngineContext engine() {
        return engine(node.data());
    }

    private static EngineContext engine(Path data) {
        EngineContext context = new EngineContext().dataDirectory(data).failStop(cause -> {});
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return context;
    }

    private void bring() {
        LeftLog.bring(node.options(), this::engine);
    }

    private Path left() {
        return node.data().resolve("cluster").resolve("left");
    }

    private void assertJournal(int entries) {
        assertSame(frames.subList(0, entries), Nodes.frames(node.data()));
    }

    private static void assertSame(List<byte[]> wanted, List<byte[]> found) {
        assertEquals(wanted.size(), found.size());
        for (int index = 0; index < found.size(); index++) {
            int sequence = index + 1;
            assertArrayEquals(wanted.get(index), found.get(index), () -> "entry " + sequence);
        }
    }

    @Test
    void shouldHaveAloneWhatWasAcknowledgedAndBookItOnce() throws IOException {
        cutJournal(marked);
        node.install(NodeProcess.Release.alone());
        try {
            node.start();
            acknowledged.forEach((question, answer) -> assertEquals(answer, node.ask(question), question));
            assertTrue(node.log().contains("It can't go back: if other nodes of its cluster still run"), node::log);
            assertEquals("OK", node.ask("large parted ann 1 " + PARTED));
            long paid = 4L * EACH * (EACH + 1) / 2 + PARTED;
            assertEquals(String.valueOf(paid), node.ask("balance ann"));
            assertEquals("0", node.ask("books"));
            String told = Files.readString(left());
            assertTrue(told.contains("alone behind entry " + frames.size() + ","), told);
            assertEquals("OK", node.ask("deposit alone ann 1"));
            node.kill();

            node.start();
            assertEquals(String.valueOf(paid + 1), node.ask("balance ann"), "what it booked alone stays");
            assertEquals(told, Files.readString(left()), "it leaves its log once");
            node.stop();
        } finally {
            node.close();
            node.install(NodeProcess.Release.current());
        }
        assertEquals(ExitCode.CONFIGURATION, node.start().exitCode());
        assertTrue(node.log().contains("this node went on alone, and its journal may hold"), node::log);
    }

    @Test
    void shouldComeToTheLogsEndWhereverItsJournalEnds() throws IOException {
        for (int entries : List.of(marked + 1, (marked + frames.size()) / 2, frames.size() - 1, frames.size())) {
            cutJournal(entries);
            Files.deleteIfExists(left()); // a start that was killed had not written it
            bring();
            assertJournal(frames.size());
            assertTrue(Files.exists(left()));
        }
    }

    @Test
    void shouldRefuseALogThatIsDamagedAndBookWhatStandsBeforeTheDamage() throws IOException {
        cutJournal(marked);
        flip("later7");

        ConditionException refused = assertThrows(ConditionException.class, this::bring);

        assertEquals(ExitCode.DAMAGE, refused.exitCode());
        assertTrue(refused.getMessage().contains(" is damaged at its byte "), refused::getMessage);
        assertTrue(refused.getMessage().contains("move its directory cluster away"), refused::getMessage);
        assertFalse(Files.exists(left()));
        int booked = Nodes.frames(node.data()).size();
        assertTrue(booked > marked + EACH && booked < frames.size() - EACH, () -> String.valueOf(booked));
        assertJournal(booked);

        IoUtil.delete(node.data().resolve("cluster").toFile(), false);
        bring();
        Engine.launch(engine()).close();
        assertFalse(Files.exists(node.data().resolve("cluster")), "as one that never was in a cluster");
    }

    private void flip(String wanted) throws IOException {
        change(wanted, (file, at) -> {
            file.seek(at);
            file.write('x');
        });
    }

    private interface Change {
        void to(RandomAccessFile file, int at) throws IOException;
    }

    /** Of the log's file in which a text stands. */
    private void change(String text, Change change) throws IOException {
        for (Path path : logFiles()) {
            int at = new String(Files.readAllBytes(path), ISO_8859_1).indexOf(text);
            if (at >= 0) {
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    change.to(file, at);
                }
                return;
            }
        }
        throw new AssertionError(text + " is not in the log");
    }

    private List<Path> logFiles() throws IOException {
        long log = RecordedMarks.read(node.options().consensusDirectory()).log();
        try (Stream<Path> all = Files.list(node.options().archiveDirectory())) {
            return all.filter(file -> file.getFileName().toString().startsWith(log + "-"))
                    .toList();
        }
    }

    /** The archive writes a block and then forces it: a power cut in between leaves pages of zeros. */
    @Test
    void shouldGoOnWithoutWhatAPowerCutTookFromTheLogItself() throws IOException {
        cutJournal(marked);
        zeroFrom("last" + (EACH - 1));

        bring();

        assertJournal(frames.size() - 1);
        assertTrue(Files.exists(left()));
    }

    private void zeroFrom(String text) throws IOException {
        change(text, (file, at) -> {
            long length = file.length();
            file.setLength(BitUtil.align(at, SECTOR_BYTES));
            file.setLength(length);
        });
    }

    @Test
    void shouldRefuseALogOfWhichAFileIsMissing() throws IOException {
        cutJournal(marked);
        logFiles().forEach(file -> IoUtil.delete(file.toFile(), false));

        ConditionException refused = assertThrows(ConditionException.class, this::bring);

        assertEquals(ExitCode.DAMAGE, refused.exitCode());
        assertTrue(refused.getMessage().contains("is missing in"), refused::getMessage);
        assertJournal(marked);
    }

    /** Its log begins at another node's mark, of which it has copies. */
    @Test
    void shouldComeToTheLogsEndOnANodeThatWasSeeded(@TempDir Path directory) throws IOException {
        try (Nodes others = new Nodes(directory).start()) {
            others.open("ann");
            others.mark();
            NodeProcess seeded = others.follower();
            seeded.kill();
            seeded.deleteData();
            others.seed(seeded);
            seeded.start();
            for (int number = 0; number < EACH; number++) {
                assertEquals("OK", others.ask("deposit d" + number + " ann 1"));
            }
            others.awaitLevel();
            others.each(NodeProcess::kill);
            List<byte[]> all = Nodes.frames(seeded.data());
            long mark = new LeftLog(seeded.options())
                    .mark(RecordedMarks.read(seeded.options().consensusDirectory()))
                    .sequence();
            assertTrue(mark > 0 && mark < all.size() - EACH / 2, () -> mark + " of " + all.size());
            cutJournal(seeded.data(), all.subList(0, (int) mark));

            LeftLog.bring(seeded.options(), () -> engine(seeded.data()));

            List<byte[]> found = Nodes.frames(seeded.data());
            // while the nodes are killed one after the other a term can begin, which the log has before the journal
            assertSame(all, found.subList(0, Math.min(all.size(), found.size())));
        }
    }

    /** No mark was made yet, and of the journal nothing was forced. */
    @Test
    void shouldMakeTheLedgerOfALogThatHoldsAllOfIt() {
        ClusterContext options = new ClusterContext().dataDirectory(young);
        deleteJournal(young);
        assertTrue(LeftLog.holdsLedger(options));
        assertFalse(LeftLog.holdsLedger(node.options()), "one with a mark");

        LeftLog.bring(options, () -> engine(young));

        List<byte[]> made = Nodes.frames(young);
        assertTrue(made.size() > EACH);
        assertSame(frames.subList(0, made.size()), made);
        assertFalse(LeftLog.holdsLedger(options), "one that was left");
    }
}
