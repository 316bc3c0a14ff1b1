package bankroll.journal;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.protocol.Bytes.BytePieces;
import bankroll.protocol.Sha256;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chain over all frames: c(0) is 32 zero bytes, c(n) is the SHA-256 of c(n-1) and the bytes of frame n. Computed frame by
 * frame, and the values that the frames themselves carry are held against it, from up to 65,536 frames before. One thread.
 */
public final class Chain {
    private static final Logger LOG = LoggerFactory.getLogger(Chain.class);
    private static final int REMEMBERED_MAX = 1 << 16;
    private static final int REMEMBERED_MIN = 1 << 6;

    private final MessageDigest sha = Sha256.create();
    private final byte[] value = new byte[ChainHead.BYTES];
    private final byte[] carried = new byte[ChainHead.BYTES];
    private final BytePieces pieces = new BytePieces(sha::update);
    private final long start;
    private byte[] recent = new byte[REMEMBERED_MIN * ChainHead.BYTES];
    private int remembered = REMEMBERED_MIN;
    private long sequence;
    private long carriedCount;

    /** Goes on behind a known value. */
    public Chain(ChainHead head) {
        start = head.sequence();
        sequence = start;
        System.arraycopy(head.value(), 0, value, 0, value.length);
        remember();
    }

    /**
     * Adds the next frame.
     *
     * @return false when it carries a value that is not the chain's.
     */
    public boolean add(DirectBuffer buffer, int offset, int length) {
        boolean agrees = agrees(buffer, offset);
        sha.update(value);
        pieces.feed(buffer, offset, length);
        finish();
        sequence++;
        remember();
        return agrees;
    }

    /** Sequence of the frame added last. */
    public long sequence() {
        return sequence;
    }

    /** How many frames carried a value that could be compared. */
    public long carriedCount() {
        return carriedCount;
    }

    /** Where the chain stands. */
    public ChainHead head() {
        return new ChainHead(sequence, value.clone());
    }

    private boolean agrees(DirectBuffer buffer, int offset) {
        long of = Frame.chainSequence(buffer, offset);
        if (of < 0 || of > sequence) {
            return false;
        }
        if (of == 0 || of < start || of <= sequence - remembered) {
            return true;
        }
        carriedCount++;
        buffer.getBytes(offset + Frame.CHAIN_OFFSET + Long.BYTES, carried);
        int at = place(of, remembered);
        return Arrays.equals(carried, 0, carried.length, recent, at, at + carried.length);
    }

    private void finish() {
        try {
            sha.digest(value, 0, value.length);
        } catch (DigestException e) {
            throw new IllegalStateException("32 bytes are room for SHA-256", e);
        }
    }

    private void remember() {
        if (sequence - start == remembered && remembered < REMEMBERED_MAX) {
            grow();
        }
        System.arraycopy(value, 0, recent, place(sequence, remembered), value.length);
    }

    private void grow() {
        int larger = remembered * 2;
        byte[] moved = new byte[larger * ChainHead.BYTES];
        for (long of = start; of < sequence; of++) {
            System.arraycopy(recent, place(of, remembered), moved, place(of, larger), value.length);
        }
        recent = moved;
        remembered = larger;
    }

    private static int place(long of, int slots) {
        return (int) (of & (slots - 1)) * ChainHead.BYTES;
    }

    /**
     * The chain's value at a sequence, written {@code SEQUENCE:HEX}. With a noted value anybody can prove later that the frames
     * up to there are the same.
     *
     * @param sequence of the last frame in it; 0 for none.
     * @param value 32 bytes; not to be changed.
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record ChainHead(long sequence, byte[] value) {
        /** Of a value (SHA-256). */
        public static final int BYTES = 32;

        private static final int PREFIX_BYTES = 6;

        /** Before the first frame. */
        public static final ChainHead START = new ChainHead(0, new byte[BYTES]);

        /**
         * Reads what {@link #toString} writes.
         *
         * @throws IllegalArgumentException when it is something else
         */
        public static ChainHead parse(String text) {
            int colon = text.indexOf(':');
            try {
                byte[] value = HexFormat.of().parseHex(text.substring(colon + 1).trim());
                long sequence =
                        Long.parseLong(text.substring(0, Math.max(colon, 0)).trim());
                if (value.length == BYTES && sequence >= 0) {
                    return new ChainHead(sequence, value);
                }
            } catch (IllegalArgumentException e) {
                throw notAHead(text, e);
            }
            throw notAHead(text, null);
        }

        /** The one that this frame carries. */
        public static ChainHead of(DirectBuffer frame, int offset) {
            return get(frame, offset + Frame.CHAIN_OFFSET);
        }

        /** Reads what {@link #put} writes. */
        public static ChainHead get(DirectBuffer source, int offset) {
            byte[] read = new byte[BYTES];
            source.getBytes(offset + Long.BYTES, read);
            return new ChainHead(source.getLong(offset, ByteOrder.LITTLE_ENDIAN), read);
        }

        /** Writes {@value Frame#CHAIN_BYTES} bytes, little endian: sequence and value. Allocates nothing. */
        public void put(MutableDirectBuffer target, int offset) {
            target.putLong(offset, sequence, ByteOrder.LITTLE_ENDIAN);
            target.putBytes(offset + Long.BYTES, value, 0, BYTES);
        }

        /** Whether it is a value of before this frame, and near enough for that one's to be told from it once it is known. */
        public boolean isShortOf(long later) {
            return sequence < later && later - sequence <= REMEMBERED_MAX;
        }

        /** The value's first six bytes as a number: as much as a metric, which is a double, tells exactly. */
        public long prefix() {
            long prefix = 0;
            for (int index = 0; index < PREFIX_BYTES; index++) {
                prefix = prefix << Byte.SIZE | Byte.toUnsignedInt(value[index]);
            }
            return prefix;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ChainHead head && head.sequence == sequence && Arrays.equals(head.value, value);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence);
        }

        @Override
        public String toString() {
            return sequence + ":" + HexFormat.of().formatHex(value);
        }

        private static IllegalArgumentException notAHead(String text, Throwable cause) {
            return new IllegalArgumentException(
                    "\"" + text + "\" is no chain head: write SEQUENCE:HASH, as journal info prints it", cause);
        }
    }

    /**
     * Follows the journal and computes its chain. It only seals what has been acknowledged, so that a head that was told to
     * somebody is never that of a frame which a power cut takes back. The writer never waits for it.
     *
     * <p>A frame that can't be read back, or carries a value that is not the chain's, is thrown by {@link #sealUpTo} as
     * {@link CorruptJournalException}: no start goes over it. In a running service it ends the chain instead, and
     * {@link Degradation} tells (ARCHITECTURE.md, Threads): memory is not ahead of the journal, and may hold the only good copy
     * of what that frame did, until a snapshot does. One thread at a time; {@link #head()} and {@link #hasProved} any.
     */
    public static final class ChainSealer implements Agent {
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
         * @param sequence the frame; where it isn't there, or carries no value, the sealer begins with the journal's first one
         */
        public static ChainSealer resume(JournalSource journal, long sequence) {
            try (FrameLookup frame = journal.lookup()) {
                ChainHead carried =
                        frame.find(sequence) ? ChainHead.of(frame.buffer(), frame.offset()) : ChainHead.START;
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

        /** Whether what frames up to this one carry was held against it; true, too, of one not known or too far behind. */
        public boolean hasProved(long sequence) {
            return !isKnown || !head.isShortOf(sequence);
        }

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
            if (reader == null) {
                reader = journal.reader(chain.sequence() + 1);
            }
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
}
