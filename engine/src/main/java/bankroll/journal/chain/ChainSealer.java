package bankroll.journal.chain;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the journal and computes its chain. It only seals what has been acknowledged, so that a head that was told to
 * somebody is never that of a frame which a power cut takes back. The writer never waits for it: when it is far behind,
 * frames carry an older value.
 *
 * <p>A frame that can't be read back, or carries a value that is not the chain's, is thrown by {@link #sealUpTo} as
 * {@link CorruptJournalException}: no start goes over it. In a running service it ends the chain instead, and
 * {@link Degradation} tells (ARCHITECTURE.md, Threads): memory is not ahead of the journal, and may hold the only good copy
 * of what that frame did, until a snapshot does. {@link #head()} is for any thread, the rest for one at a time.
 */
public final class ChainSealer implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(ChainSealer.class);
    /** About three milliseconds' work; then the newest value is published. */
    private static final int BYTES_PER_TURN = 1 << 20;
    /** Between two tries to open a file, of which an idle agent has twenty a second. */
    private static final int TURNS_OF_REST = 20;

    private final JournalSource journal;
    private final Chain chain;
    private final boolean isKnown;
    private volatile ChainHead head;
    private volatile boolean closed;
    private LongSupplier acknowledged = () -> 0;
    private Degradation degradation = new Degradation(System::currentTimeMillis);
    private String hindrance;
    private int rest;
    private boolean isBroken;
    private Runnable onBreak = () -> {};
    private JournalReader reader;

    private ChainSealer(JournalSource journal, ChainHead start, boolean isKnown) {
        this.journal = journal;
        this.isKnown = isKnown;
        this.head = start;
        this.chain = new Chain(start);
    }

    /**
     * Goes on from the newest value that is known before a frame: the one that the frame carries.
     *
     * @param sequence the frame; if the journal does not hold it, or it carries no value, the sealer begins with the
     *     journal's first frame.
     */
    public static ChainSealer resume(JournalSource journal, long sequence) {
        try (FrameLookup frame = journal.lookup()) {
            ChainHead carried =
                    frame.find(sequence) ? Frame.chainHead(frame.buffer(), frame.offset()) : ChainHead.START;
            boolean isKnown = carried.sequence() + 1 >= journal.firstSequence();
            if (!isKnown) {
                LOG.warn(
                        LogId.CHAIN_NOT_CONTINUED.marker(),
                        "The journal begins at entry {} and entry {} carries the chain of entry {}: the chain can't be"
                                + " continued, and this run's entries carry none.",
                        journal.firstSequence(),
                        sequence,
                        carried.sequence());
            }
            return new ChainSealer(journal, isKnown ? carried : ChainHead.START, isKnown);
        }
    }

    /** Frames up to the sequence that this gives may be sealed; set before the agent starts. */
    public ChainSealer follow(LongSupplier acknowledgedSequence) {
        acknowledged = acknowledgedSequence;
        return this;
    }

    /** What is told when it can't go on; set before the agent starts. */
    public ChainSealer reportTo(Degradation value) {
        degradation = value;
        return this;
    }

    /** Whom to tell, on this agent's thread, when what was acknowledged can't be read back; set before the agent starts. */
    public ChainSealer onBreak(Runnable told) {
        onBreak = told;
        return this;
    }

    /** The newest value. */
    public ChainHead head() {
        return head;
    }

    /** Seals a part of what has been acknowledged. */
    @Override
    public int doWork() {
        if (isBroken || rest > 0 && rest-- > 0) {
            return 0;
        }
        try {
            int bytes = seal(acknowledged.getAsLong());
            goOn();
            return bytes;
        } catch (UncheckedIOException e) {
            tryLater(e);
        } catch (RuntimeException | Error e) {
            breakOff(e);
        }
        return 0;
    }

    private void goOn() {
        if (hindrance != null) {
            hindrance = degradation.replace(Part.CHAIN, hindrance, null);
        }
    }

    /** A file can't be opened now. The frames behind it wait; nobody else does. */
    private void tryLater(UncheckedIOException cause) {
        onClose();
        rest = TURNS_OF_REST;
        if (hindrance == null) {
            String now = "the chain waits at entry " + chain.sequence() + ": " + Reason.of(cause);
            hindrance = degradation.replace(Part.CHAIN, null, now);
        }
    }

    private void breakOff(Throwable cause) {
        isBroken = true;
        goOn();
        onClose();
        degradation.begin(
                Part.CHAIN,
                "the chain ends at entry " + chain.sequence() + ": " + Reason.of(cause),
                cause instanceof ConditionException ? null : cause);
        onBreak.run();
    }

    /** Seals up to this sequence, unless it is closed before. */
    public void sealUpTo(long sequence) {
        while (isKnown && chain.sequence() < sequence && !closed) {
            if (seal(sequence) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Lets {@link #sealUpTo} end. Any thread. */
    public void abandon() {
        closed = true;
    }

    private int seal(long upTo) {
        if (!isKnown || chain.sequence() >= upTo) {
            return 0;
        }
        open();
        int bytes = 0;
        while (chain.sequence() < upTo && bytes < BYTES_PER_TURN && reader.next()) {
            add(reader);
            bytes += reader.length();
        }
        if (bytes > 0) {
            head = chain.head();
        }
        return bytes;
    }

    private void open() {
        if (reader == null) {
            reader = journal.reader(chain.sequence() + 1);
        }
    }

    private void add(JournalReader frame) {
        if (!chain.add(frame.buffer(), frame.offset(), frame.length())) {
            throw new CorruptJournalException(
                    frame.place(),
                    frame.offset(),
                    frame.sequence(),
                    FrameFault.NONE,
                    "the frame carries a chain value that is not that of the frames before it: one of them was"
                            + " changed; \"./bankroll journal verify DIR\" says which, and what helps");
        }
    }

    @Override
    public void onClose() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    @Override
    public String roleName() {
        return "chain-sealer";
    }
}
