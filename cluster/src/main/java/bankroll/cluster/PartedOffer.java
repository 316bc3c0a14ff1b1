package bankroll.cluster;

import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import org.agrona.DirectBuffer;

/**
 * Offers a message that is longer than the log takes: in parts, which {@link PartedMessage} puts together again on every
 * node. No mark may come between them: messages of this kind and marks take turns. Ingress' thread.
 */
final class PartedOffer {
    private long term = CommandLog.NO_TERM;
    private boolean isBegun;
    private int offered;
    private long ends;
    private boolean isWaiting;
    private boolean isMarksTurn;

    /** Whether a mark has to wait: for the message that is on its way in this term, or that waited for the mark before. */
    boolean isBeforeMark(long now, long endsHere) {
        return now == term && (endsHere < ends || isWaiting && !isMarksTurn);
    }

    /** A mark was asked for. */
    void marked() {
        isMarksTurn = false;
    }

    /**
     * Lets a message begin, or go on; tells whether it may.
     *
     * @param now the term
     * @param endsHere how many messages in parts have ended on this node
     * @param isMarking whether a mark is being made
     * @param isMarkWanted whether one waits
     */
    boolean admit(long now, long endsHere, boolean isMarking, boolean isMarkWanted) {
        if (now != term) {
            term = now;
            isBegun = false;
            ends = endsHere;
        }
        isWaiting = !isBegun && (isMarking || isMarkWanted && isMarksTurn);
        if (!isBegun && !isWaiting) {
            isBegun = true;
            offered = 0;
            ends = Math.max(ends, endsHere) + 1;
            isMarksTurn = true;
        }
        return !isWaiting;
    }

    /**
     * Offers what the log takes now; tells whether all of it is in. If not, the same message comes again, in this term.
     *
     * @param most bytes that the log takes at a time
     */
    boolean offer(
            LeaderSession session, LogMark began, long timeMs, DirectBuffer message, int offset, int length, int most) {
        while (offered < length) {
            int part = Math.min(most, length - offered);
            Envelope.putPart(session.envelope(), began, timeMs, length, offered);
            if (!session.offer(Envelope.PART_BYTES, message, offset + offered, part)) {
                return false;
            }
            offered += part;
        }
        isBegun = false;
        return true;
    }
}
