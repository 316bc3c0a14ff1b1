package bankroll.cluster;

import bankroll.engine.EngineContext;
import bankroll.engine.LogMark;
import bankroll.engine.SeededJournal;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Brings a node that doesn't run to where another one is, as {@code ./bankroll cluster seed} does over the operator API: from its
 * own machine, so a process of its own. What a node is told, then the other one's number and data directory.
 */
final class SeedMain {
    private SeedMain() {}

    public static void main(String[] arguments) throws IOException {
        int own = arguments.length - 2;
        ClusterContext node = NodeMain.options(Arrays.copyOf(arguments, own));
        Path from = Path.of(arguments[own + 1]);
        Path log = from.resolve(ClusterContext.DIRECTORY);
        SeedMark mark = RecordedMarks.read(log.resolve(ClusterContext.CONSENSUS))
                .newest()
                .orElseThrow();
        PeerSeed seed = new PeerSeed(node, Throwable::printStackTrace);
        try (SeededJournal journal = new SeededJournal(engine(Path.of(arguments[0])), seed::begin)) {
            copy(from, journal, Long.MAX_VALUE);
            if (journal.prove().sequence() != journal.last()) {
                throw new AssertionError("the copy is not what was copied");
            }
            seed.take(Integer.parseInt(arguments[own]), mark, LogMark.began(log, LogMark.START));
        }
    }

    /** A seed that breaks off behind some entry. */
    static void breakOff(NodeProcess node, NodeProcess from, long last) {
        PeerSeed seed = new PeerSeed(node.options(), Throwable::printStackTrace);
        try (SeededJournal journal = new SeededJournal(engine(node.data()), seed::begin)) {
            copy(from.data(), journal, last);
        }
    }

    private static EngineContext engine(Path data) {
        EngineContext engine = new EngineContext().dataDirectory(data);
        engine.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return engine;
    }

    private static void copy(Path from, SeededJournal journal, long last) {
        try (JournalReader reader =
                new JournalDirectory(from.resolve(EngineContext.JOURNAL)).reader(journal.last() + 1)) {
            while (journal.last() < last && reader.next()) {
                byte[] frame = new byte[reader.length()];
                reader.buffer().getBytes(reader.offset(), frame);
                journal.append(frame);
            }
        }
    }
}
