package bankroll.journal.chain;

import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the journal and computes its chain. It only seals what has been acknowledged, so that a head that was told to
 * somebody is never that of a frame which a power cut takes back. The writer never waits for it: when it is far behind,
 * frames carry an older value.
 *
 * <p>A frame that can't be read back, or carries a value that is not the chain's, is thrown as
 * {@link CorruptJournalException}: the owner stops. {@link #head()} is for any thread, the rest for one at a time.
 */
public final class ChainSealer implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(ChainSealer.class);
    /** About three milliseconds' work; then the newest value is published. */
    private static final int BYTES_PER_TURN = 1 << 20;

    private final JournalSource journal;
    private final Chain chain;
    private final boolean isKnown;
    private volatile ChainHead head;
    private volatile boolean closed;
    private LongSupplier acknowledged = () -> 0;
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
            ChainHead carried = frame.find(sequence) ? carried(frame) : ChainHead.START;
            boolean isKnown = carried.sequence() + 1 >= journal.firstSequence();
            if (!isKnown) {
                LOG.warn(
                        "The journal begins at entry {} and entry {} carries the chain of entry {}: the chain can't be"
                                + " continued, and this run's entries carry none.",
                        journal.firstSequence(),
                        sequence,
                        carried.sequence());
            }
            return new ChainSealer(journal, isKnown ? carried : ChainHead.START, isKnown);
        }
    }

    private static ChainHead carried(FrameLookup frame) {
        byte[] value = new byte[Frame.CHAIN_LENGTH];
        Frame.chain(frame.buffer(), frame.offset(), value);
        return new ChainHead(Frame.chainSequence(frame.buffer(), frame.offset()), value);
    }

    /** Frames up to the sequence that this gives may be sealed; set before the agent starts. */
    public ChainSealer follow(LongSupplier acknowledgedSequence) {
        acknowledged = acknowledgedSequence;
        return this;
    }

    /** The newest value. */
    public ChainHead head() {
        return head;
    }

    /** Seals a part of what has been acknowledged. */
    @Override
    public int doWork() {
        return seal(acknowledged.getAsLong());
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
                            + " changed; run \"./bankroll journal verify\" and restore a backup");
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
