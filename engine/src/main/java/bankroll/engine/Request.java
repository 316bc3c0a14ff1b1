package bankroll.engine;

import bankroll.condition.LogId;
import bankroll.journal.Frame;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.agrona.ExpandableArrayBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way through the engine: the slot of the {@link CommandRing}, used again and again by its owner.
 *
 * <pre>
 *   frame():  [ room for the frame's head ][ command ][ outcome records, 24 bytes an item ][ room for the tail ]
 *             0                            COMMAND_OFFSET  outcomesOffset()
 * </pre>
 *
 * The gateway writes the command, the writer puts the outcomes behind it and the head before it, and the journal takes
 * the whole as it stands: no byte is encoded twice. Owned by one thread at a time, and handed over by queues: gateway,
 * writer (or its guest), syncer, sometimes lookup thread, gateway. Not to be used again before {@link ReplyPublisher#publish}.
 */
public final class Request {
    /** Where the command starts in {@link #frame}. */
    public static final int COMMAND_OFFSET = Frame.HEADER_LENGTH;

    private static final Logger LOG = LoggerFactory.getLogger(Request.class);

    /** Where the engine hands finished requests back; the port belongs to the engine, the gateway implements it. */
    @FunctionalInterface
    public interface ReplyPublisher {
        /**
         * Takes a request back, with its outcomes and answer; from here on it is the publisher's again. Called on the
         * writer's, the syncer's or the lookup thread, or on one that submits; must not block, wait, allocate or throw.
         */
        void publish(Request request);
    }

    private final ExpandableArrayBuffer frame = new ExpandableArrayBuffer(1024);
    private final ReplyPublisher publisher;
    private Answer answer;
    private int commandLength;
    private boolean isRefused;
    private String refusal;

    // What the engine's threads note on it while it is theirs.
    /** The sequence that must be on disk before anybody hears of this request. */
    long awaitedSequence;
    /** When it began to wait for the journal's next file. */
    long waitsSinceNs;
    /** In which term it was offered to the log. */
    long logTerm;
    /** The number of the log's message that it waits for. */
    long logNumber;

    /** A request that goes back to {@code publisher}. */
    public Request(ReplyPublisher publisher) {
        this.publisher = publisher;
    }

    /** The bytes: write the command from {@link #COMMAND_OFFSET}. Grows as needed. */
    public ExpandableArrayBuffer frame() {
        return frame;
    }

    /** Sets how long the command is, in bytes; forgets the last answer. To be called before it is submitted. */
    public void commandLength(int length) {
        commandLength = length;
        answer = null;
        isRefused = false;
        refusal = null;
        awaitedSequence = 0;
    }

    /** Bytes of the command. */
    public int commandLength() {
        return commandLength;
    }

    /** Why it was not taken, or came back refused, in words; null where nothing stood in the way. */
    public String refusal() {
        return refusal;
    }

    /** Something stands in the way of it. */
    void refusedFor(String words) {
        refusal = words;
    }

    /** What is asked. */
    public CommandType type() {
        return CommandHeader.type(frame, COMMAND_OFFSET);
    }

    /** Whether it costs the writer less than to be woken, and changes nothing. */
    boolean isShort() {
        return type() == CommandType.BALANCE;
    }

    /** How many items are asked, and outcomes given. */
    public int items() {
        return CommandHeader.items(frame, COMMAND_OFFSET);
    }

    /** Starts a walk over the items and their outcomes. */
    public Items items(Items walk) {
        return walk.wrap(frame, COMMAND_OFFSET, outcomesOffset());
    }

    /** Where the first item of the command stands. */
    public int itemsOffset() {
        return CommandHeader.itemsOffset(frame, COMMAND_OFFSET);
    }

    /** Where the first outcome stands; read it with {@link bankroll.protocol.Outcome.OutcomeRecord}. */
    public int outcomesOffset() {
        return COMMAND_OFFSET + Frame.align(commandLength);
    }

    /** Where the outcome of an item stands, counted from 0. */
    public int outcomeOffset(int item) {
        return outcomesOffset() + item * OutcomeRecord.BYTES;
    }

    /**
     * What was asked for besides outcomes: the type goes with that of the command.
     *
     * @return null when the outcomes say all, as those of a refusal do
     */
    public <A extends Answer> A answer(Class<A> type) {
        return type.cast(answer);
    }

    /** Whether the lookup thread has to read the rest of the answer in the journal. */
    boolean needsJournal() {
        return answer != null && answer.needsJournal();
    }

    /** Adds an answer; by the engine. */
    void answer(Answer value) {
        answer = value;
    }

    /** Whether the engine took the request and then couldn't carry it out: answer {@code unavailable}. */
    public boolean isRefused() {
        return isRefused;
    }

    /** Nothing of it is decided, or its answer can't be read now: what became of it must not be known to anybody. */
    void refuse() {
        outcomes(Outcome.UNAVAILABLE);
        isRefused = true;
    }

    /** Gives every item the same outcome, of which nothing is recorded. */
    void outcomes(Outcome outcome) {
        for (int item = 0; item < items(); item++) {
            outcome(item, outcome);
        }
    }

    /** Gives an item an outcome of which nothing is recorded. */
    void outcome(int item, Outcome outcome) {
        OutcomeRecord.start(frame, outcomeOffset(item), outcome, Effect.NONE, Anomaly.NONE);
    }

    /** The most bytes that this request can take in the journal. */
    public int longestFrame() {
        return Frame.totalLength(commandLength, items() * OutcomeRecord.BYTES + LimitRecord.SET_BYTES);
    }

    /** Whether the journal can take it, whatever it comes to; what can't must not be submitted. */
    public boolean fitsJournal() {
        return longestFrame() <= Frame.MAX_LENGTH;
    }

    /** The gateway's defect is not the engine's failure: the caller hears {@code unavailable} at its deadline. */
    void publish() {
        try {
            publisher.publish(this);
        } catch (RuntimeException | Error defect) {
            LOG.error(
                    LogId.ANSWER_LOST.marker(),
                    "An answer could not be handed back; a defect, please report it",
                    defect);
        }
    }
}
