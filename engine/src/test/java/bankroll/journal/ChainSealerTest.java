package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.engine.Logged;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Chain.ChainSealer;
import bankroll.journal.chronicle.ChronicleJournalStore;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainSealerTest {
    @TempDir
    Path directory;

    private final FrameScript script = FrameScript.small();
    private final Degradation degradation = new Degradation(() -> 0);

    @Test
    void shouldComputeTheChainOverSeveralFiles() throws Exception {
        try (JournalStore store = open()) {
            script.append(store.journal(), 2_000);
            ChainSealer sealer = ChainSealer.resume(store, 0);
            sealer.sealUpTo(2_000);
            sealer.onClose();

            assertEquals(plainly(store, 2_000), sealer.head());
        }
    }

    @Test
    void shouldSealWhatIsAcknowledgedAndNothingBeyond() {
        try (JournalStore store = open()) {
            ChainSealer sealer = ChainSealer.resume(store, 0).follow(store.journal()::lastForced);
            script.append(store.journal(), 30);
            work(sealer);
            assertEquals(ChainHead.START, sealer.head());
            assertFalse(sealer.hasProved(30));

            store.journal().force();
            script.append(store.journal(), 5);
            work(sealer);

            assertEquals(30, sealer.head().sequence());
            assertTrue(sealer.hasProved(30));
            assertFalse(sealer.hasProved(31));
            sealer.onClose();
        }
    }

    /** No frame carries a value that the chain has forgotten by then, so nobody waits for a chain that is so far behind. */
    @Test
    void shouldNotBeAskedForAProofWhenItIsFurtherBehindThanItRemembers() {
        try (JournalStore store = open()) {
            ChainSealer sealer = ChainSealer.resume(store, 0);

            assertFalse(sealer.hasProved(1 << 16));
            assertTrue(sealer.hasProved((1 << 16) + 1));
        }
    }

    @Test
    void shouldSealInPartsWhenItIsBehind() {
        FrameScript large = new FrameScript(sequence -> 60_000);
        try (JournalStore store = open()) {
            large.append(store.journal(), 60);
            ChainSealer sealer = ChainSealer.resume(store, 0).follow(() -> 60);
            List<Long> heads = new ArrayList<>();
            while (sealer.doWork() > 0) {
                heads.add(sealer.head().sequence());
            }
            sealer.onClose();

            assertEquals(List.of(18L, 36L, 54L, 60L), heads);
        }
    }

    @Test
    void shouldLetLaterFramesCarryTheNewestHeadAndGoOnFromIt() throws Exception {
        try (JournalStore store = open()) {
            ChainSealer sealer = ChainSealer.resume(store, 0).follow(store.journal()::lastAppended);
            script.sealer().chain((frame, at) -> sealer.head().put(frame, at));
            for (int i = 0; i < 50; i++) {
                script.append(store.journal(), 20);
                work(sealer);
            }
            sealer.onClose();
            assertEquals(980, carriedBy(store, 1_000));
        }
        try (JournalStore store = open()) {
            ChainSealer sealer = ChainSealer.resume(store, 1_000);
            assertEquals(plainly(store, 980), sealer.head());
            sealer.sealUpTo(1_000);
            sealer.onClose();
            assertEquals(plainly(store, 1_000), sealer.head());
        }
    }

    @Test
    void shouldWaitWhileAFileCantBeOpenedAndGoOnFromThere() throws Exception {
        try (JournalStore store = open();
                Logged logged = new Logged(Degradation.class)) {
            script.append(store.journal(), 2_000);
            Hindered hindered = new Hindered(store, 1_200);
            ChainSealer sealer =
                    ChainSealer.resume(hindered, 0).reportTo(degradation).follow(() -> 2_000);
            turns(sealer, 200);
            assertTrue(degradation.isOf(Part.CHAIN));
            assertTrue(sealer.head().sequence() < 1_200);
            assertEquals(10, hindered.readers, "it rests twenty turns before it tries again");

            hindered.from = 1_300;
            turns(sealer, 200);
            assertEquals(1, degradation.entries().size(), "it still waits");

            hindered.from = Long.MAX_VALUE;
            turns(sealer, 200);
            sealer.onClose();

            assertEquals(plainly(store, 2_000), sealer.head());
            assertEquals(List.of(), degradation.entries());
            assertEquals(2, logged.lines().size(), logged.lines()::toString);
        }
    }

    @Test
    void shouldEndTheChainAtDamageAndLeaveTheServiceAlone() throws Exception {
        try (JournalStore store = open();
                Logged logged = new Logged(Degradation.class)) {
            script.append(store.journal(), 100);
            ChainHead early = plainly(store, 100);
            byte[] wrong = early.value().clone();
            wrong[31] ^= 1;
            script.sealer().chain((frame, at) -> new ChainHead(100, wrong).put(frame, at));
            script.append(store.journal(), 1);
            AtomicInteger told = new AtomicInteger();
            ChainSealer sealer = ChainSealer.resume(store, 0)
                    .reportTo(degradation)
                    .onBreak(told::incrementAndGet)
                    .follow(store.journal()::lastAppended);
            turns(sealer, 200);
            assertEquals(1, told.get());
            script.append(store.journal(), 5);
            turns(sealer, 200);
            sealer.onClose();

            assertTrue(sealer.head().sequence() <= 100);
            assertEquals(1, told.get());
            assertEquals(1, logged.lines().size(), logged.lines()::toString);
            assertTrue(logged.lines().get(0).contains("./bankroll journal verify"), logged.lines()::toString);
        }
    }

    /** It ended at damage, so it waits for no file any more, and keeps none open. */
    @Test
    void shouldTellOfTheDamageAloneWhenItHadWaitedBefore() {
        try (JournalStore store = open();
                Logged logged = new Logged(Degradation.class)) {
            script.append(store.journal(), 40);
            script.sealer().chain((frame, at) -> new ChainHead(40, new byte[ChainHead.BYTES]).put(frame, at));
            script.append(store.journal(), 1);
            Hindered hindered = new Hindered(store, 20);
            ChainSealer sealer =
                    ChainSealer.resume(hindered, 0).reportTo(degradation).follow(() -> 41);
            turns(sealer, 5);
            hindered.from = Long.MAX_VALUE;
            turns(sealer, 200);

            List<String> told =
                    degradation.entries().stream().map(Degradation.Entry::what).toList();
            assertEquals(1, told.size(), told::toString);
            assertTrue(told.get(0).startsWith("the chain ends at entry 41: "), told::toString);
            assertEquals(0, hindered.openReaders);
            assertEquals(3, logged.lines().size(), logged.lines()::toString);
        }
    }

    @Test
    void shouldCarryNothingWhereTheRetentionHasRemovedWhatAnEntryNames() throws Exception {
        try (JournalStore store = open();
                Logged logged = new Logged(Chain.class)) {
            script.append(store.journal(), 40);
            ChainHead early = plainly(store, 40);
            script.sealer().chain((frame, at) -> early.put(frame, at));
            script.append(store.journal(), 60);
            Hindered shortened = new Hindered(store, Long.MAX_VALUE);

            shortened.first = 41;
            assertEquals(early, ChainSealer.resume(shortened, 100).head());
            assertEquals(List.of(), logged.lines());

            shortened.first = 42;
            ChainSealer sealer = ChainSealer.resume(shortened, 100).follow(() -> 100);
            turns(sealer, 200);
            sealer.sealUpTo(100);
            assertEquals(ChainHead.START, sealer.head());
            assertEquals(0, shortened.readers);
            assertTrue(sealer.hasProved(100), "nothing can be held against it");
            assertEquals(1, logged.lines().size(), logged.lines()::toString);
        }
    }

    @Test
    void shouldSealNoMoreWhenTheStartIsGivenUp() {
        try (JournalStore store = open()) {
            script.append(store.journal(), 30);
            ChainSealer sealer = ChainSealer.resume(store, 0);
            sealer.abandon();

            sealer.sealUpTo(30);

            assertEquals(ChainHead.START, sealer.head());
        }
    }

    private static void turns(ChainSealer sealer, int count) {
        for (int i = 0; i < count; i++) {
            sealer.doWork();
        }
    }

    /** A journal that can't be read from an entry on. */
    private static final class Hindered implements JournalSource {
        private final JournalStore store;
        private long from;
        private long first = 1;
        private int readers;
        private int openReaders;

        private Hindered(JournalStore store, long from) {
            this.store = store;
            this.from = from;
        }

        @Override
        public long firstSequence() {
            return first;
        }

        @Override
        public FrameLookup lookup() {
            return store.lookup();
        }

        @Override
        public JournalReader reader(long fromSequence) {
            readers++;
            openReaders++;
            return new ForwardingReader(store.reader(fromSequence)) {
                @Override
                public void close() {
                    openReaders--;
                    super.close();
                }

                @Override
                public boolean next() {
                    if (sequence() + 1 >= from) {
                        throw new UncheckedIOException(
                                "can't read", new FileSystemException("b.cq4", null, "Too many open files"));
                    }
                    return super.next();
                }
            };
        }
    }

    /** More frames than it remembers in the beginning. */
    @Test
    void shouldKnowAnOldValueAgainThatAFrameCarries() throws Exception {
        try (JournalStore store = open()) {
            script.append(store.journal(), 100);
            ChainHead early = plainly(store, 100);
            script.sealer().chain((frame, at) -> early.put(frame, at));
            script.append(store.journal(), 900);
            seal(store, 1_000);

            byte[] wrong = early.value().clone();
            wrong[31] ^= 1;
            script.sealer().chain((frame, at) -> new ChainHead(100, wrong).put(frame, at));
            script.append(store.journal(), 1);

            CorruptJournalException refused = assertThrows(CorruptJournalException.class, () -> seal(store, 1_001));
            assertEquals(1_001, refused.sequence());
            assertTrue(refused.getMessage().contains("./bankroll journal verify"), refused::getMessage);
        }
    }

    @Test
    void shouldRefuseAValueOfTheFuture() {
        try (JournalStore store = open()) {
            script.sealer().chain((frame, at) -> new ChainHead(3, new byte[ChainHead.BYTES]).put(frame, at));
            script.append(store.journal(), 3);

            assertEquals(
                    1,
                    assertThrows(CorruptJournalException.class, () -> seal(store, 3))
                            .sequence());
        }
    }

    private void seal(JournalStore store, long upTo) {
        ChainSealer sealer = ChainSealer.resume(store, 0);
        try {
            sealer.sealUpTo(upTo);
        } finally {
            sealer.onClose();
        }
    }

    private JournalStore open() {
        JournalStore store = ChronicleJournalStore.open(new JournalContext()
                .directory(directory.resolve("journal"))
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0));
        script.continueAfter(store.recovered());
        return store;
    }

    private static void work(ChainSealer sealer) {
        while (sealer.doWork() > 0) {
            Thread.onSpinWait();
        }
    }

    private static long carriedBy(JournalSource journal, long sequence) {
        try (JournalReader reader = journal.reader(sequence)) {
            assertTrue(reader.next());
            return Frame.chainSequence(reader.buffer(), reader.offset());
        }
    }

    /** The definition, word by word. */
    private static ChainHead plainly(JournalSource journal, long upTo) throws Exception {
        byte[] value = new byte[32];
        try (JournalReader reader = journal.reader(1)) {
            while (reader.sequence() < upTo && reader.next()) {
                byte[] frame = new byte[reader.length()];
                reader.buffer().getBytes(reader.offset(), frame);
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                sha.update(value);
                value = sha.digest(frame);
            }
        }
        return new ChainHead(upTo, value);
    }
}
