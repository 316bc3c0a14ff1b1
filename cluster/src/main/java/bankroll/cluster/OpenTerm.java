package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.RecordingLog;
import java.util.function.Supplier;

/**
 * Keeps the last term in this node's list of leaders ({@code recording.log}) without an end (ADR 34). Aeron 1.51 notes one where
 * it cuts off the log, and leaves it there when that same term goes on. The next term would then begin, in the list, where the log
 * was cut off once, and this node, when it leads, have the others cut off all that they have behind. A term's end is noted when
 * the next one is, by where that begins.
 *
 * <p>The consensus module's thread. Whoever names a term has been in an election's first state before.
 */
final class OpenTerm {
    private final Supplier<ElectionState> election;
    private final Supplier<RecordingLog> terms;

    OpenTerm(Supplier<ElectionState> election, Supplier<RecordingLog> terms) {
        this.election = election;
        this.terms = terms;
    }

    void look() {
        if (election.get() == ElectionState.CANVASS) {
            RecordingLog book = terms.get();
            RecordingLog.Entry last = book.findLastTerm();
            if (last != null && last.logPosition != Aeron.NULL_VALUE) {
                book.commitLogPosition(last.leadershipTermId, Aeron.NULL_VALUE);
            }
        }
    }
}
