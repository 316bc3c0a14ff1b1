package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.AppendPositionDecoder;
import io.aeron.cluster.codecs.CanvassPositionDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermDecoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.status.CountersReader;

/**
 * What the other members' consensus modules have told this node's, heard once more: on its own thread and between its turns, to
 * the same byte up to which it has heard itself. So what it does next is done upon what was heard here, and upon nothing else.
 *
 * <p>Aeron lets nobody else onto that thread but its idle strategy. A subscriber elsewhere would hold up who speaks.
 */
final class Overheard {
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    /** A member that still catches up says so, with its term not yet in its books. */
    private static final int CATCHES_UP = 1;

    private static final int MOST_WAYS = 100;

    private final Confirmations confirmations;
    private final BoundVote vote;
    private final WithinTerm within;
    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private final AppendPositionDecoder append = new AppendPositionDecoder();
    private final NewLeadershipTermDecoder lead = new NewLeadershipTermDecoder();
    private final CanvassPositionDecoder canvass = new CanvassPositionDecoder();
    private final RequestVoteDecoder ask = new RequestVoteDecoder();
    private final FragmentHandler hears = this::hear;
    private final Consumer<Image> reads = this::read;
    private final Subscription own;
    private final CountersReader counters;
    /** Which counter says how far Aeron has heard who speaks, by the number of the way on which he does. */
    private final Long2LongHashMap heardByAeron = new Long2LongHashMap(CountersReader.NULL_COUNTER_ID);

    /**
     * Begins to listen; to be made before the consensus module does: then there is no way on which that hears, and this doesn't.
     *
     * @param aeron the consensus module's own client
     */
    Overheard(ClusterContext context, Aeron aeron, Confirmations confirmations, BoundVote vote, WithinTerm within) {
        this.confirmations = confirmations;
        this.vote = vote;
        this.within = within;
        own = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        counters = aeron.countersReader();
    }

    /** Hears what Aeron has heard by now. */
    void listen() {
        own.forEachImage(reads);
    }

    private void read(Image way) {
        int counter = (int) heardByAeron.get(way.correlationId());
        if (counter == CountersReader.NULL_COUNTER_ID) {
            counter = aeronsCounter(way);
            keep(way, counter);
        }
        if (counter != CountersReader.NULL_COUNTER_ID) {
            read(way, counters.getCounterValue(counter));
        }
    }

    /** A poll ends at the end of a buffer. */
    private void read(Image way, long upTo) {
        long before;
        do {
            before = way.position();
            way.boundedPoll(hears, upTo, Integer.MAX_VALUE);
        } while (way.position() > before);
    }

    private void keep(Image way, int counter) {
        if (heardByAeron.size() == MOST_WAYS) {
            heardByAeron.clear();
        }
        if (counter != CountersReader.NULL_COUNTER_ID) {
            heardByAeron.put(way.correlationId(), counter);
        }
    }

    /** There is none before the consensus module listens. */
    private int aeronsCounter(Image way) {
        int[] found = {CountersReader.NULL_COUNTER_ID};
        counters.forEach((counter, type, key, label) -> {
            boolean isIts = type == AeronCounters.DRIVER_SUBSCRIBER_POSITION_TYPE_ID
                    && counters.getCounterReferenceId(counter) == way.correlationId()
                    && counter != way.subscriberPositionId();
            if (isIts) {
                found[0] = counter;
            }
        });
        return found[0];
    }

    private void hear(DirectBuffer buffer, int offset, int length, Header header) {
        head.wrap(buffer, offset);
        if (head.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            return;
        }
        if (head.templateId() == AppendPositionDecoder.TEMPLATE_ID) {
            append.wrapAndApplyHeader(buffer, offset, head);
            if ((append.flags() & CATCHES_UP) == 0) {
                confirmations.confirm(append.followerMemberId(), append.leadershipTermId(), append.logPosition());
            }
        } else if (head.templateId() == NewLeadershipTermDecoder.TEMPLATE_ID) {
            lead.wrapAndApplyHeader(buffer, offset, head);
            vote.hear(lead.leaderMemberId(), lead.leadershipTermId());
            within.hear(lead.leaderMemberId(), lead.leadershipTermId());
        } else if (head.templateId() == CanvassPositionDecoder.TEMPLATE_ID) {
            canvass.wrapAndApplyHeader(buffer, offset, head);
            confirmations.forget(canvass.followerMemberId());
        } else if (head.templateId() == RequestVoteDecoder.TEMPLATE_ID) {
            ask.wrapAndApplyHeader(buffer, offset, head);
            if (WithinTerm.is(ask)) {
                confirmations.enter(ask.candidateMemberId(), ask.candidateTermId());
            }
        }
    }
}
