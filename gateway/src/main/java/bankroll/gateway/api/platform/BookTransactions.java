package bankroll.gateway.api.platform;

import bankroll.engine.Request;
import bankroll.gateway.api.Call;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.JsonBytes;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import io.netty.buffer.ByteBuf;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** {@code POST /transactions}: books a batch (contract §4.2); every item has its own status in a 200. One event loop. */
public final class BookTransactions extends Operation {
    private static final byte[] RESULTS = JsonBytes.ascii("{\"results\":[");
    private static final byte[] RESULTS_END = JsonBytes.ascii("}]}");
    private static final byte[] FIRST_ID = JsonBytes.ascii("{\"transaction_id\":");
    private static final byte[] NEXT_ID = JsonBytes.ascii("},{\"transaction_id\":");
    private static final byte[] BALANCE = JsonBytes.ascii(",\"balance\":");
    private static final byte[] PROCESSED_AT = JsonBytes.ascii(",\"processed_at\":");

    /** By code: {@code ,"status":"…"}. */
    private static final byte[][] STATUS = new byte[Outcome.CODES][];

    static {
        for (Outcome outcome : Outcome.values()) {
            STATUS[outcome.code()] = JsonBytes.ascii(",\"status\":\"" + outcome.label() + '"');
        }
    }

    private final TransactionsDecoder decoder = new TransactionsDecoder();
    private final JsonBytes json = new JsonBytes();
    private final DecidedCounts.Loop counts;
    private final Items items = new Items();

    /** The operation of one event loop, which counts what was decided. */
    public BookTransactions(DecidedCounts counts) {
        super("POST", "/transactions");
        this.counts = counts.newLoop();
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        call.request()
                .commandLength(decoder.decode(
                        call.exchange().body(),
                        call.exchange().bodyLength(),
                        call.frame(),
                        Request.COMMAND_OFFSET,
                        call.caller().nameBytes(),
                        call.hasher()));
    }

    /** Outcomes are statuses here. */
    @Override
    public Problem problem(Outcome first) {
        return null;
    }

    @Override
    public void answer(Call call) {
        JsonBytes results = results(call.request(), call.caller().name());
        ByteBuf out = call.exchange().newBody(results.length());
        results.copyTo(out);
        call.exchange().ok(out);
    }

    /**
     * Makes the JSON of a batch, one result per item in request order, and counts them for the platform. A command has one
     * item at least. Valid until the next one is made.
     */
    public JsonBytes results(Request request, String platform) {
        counts.begin(platform);
        request.items(items);
        json.start().raw(RESULTS);
        while (items.next()) {
            counts.count(items.buffer(), items.item(), items.outcome());
            json.raw(items.index() == 0 ? FIRST_ID : NEXT_ID);
            result(request.frame(), items.item(), items.outcome());
        }
        return json.raw(RESULTS_END);
    }

    /** What stands behind the name of its first member; its brace is closed with what comes next. */
    private void result(ExpandableArrayBuffer frame, int item, int outcome) {
        int id = TransactionItem.string(frame, item, TransactionField.TRANSACTION_ID);
        json.string(
                frame.byteArray(), TransactionItem.stringOffset(frame, id), TransactionItem.stringLength(frame, id));
        json.raw(STATUS[OutcomeRecord.outcome(frame, outcome).code()]);
        if (OutcomeRecord.hasBalance(frame, outcome)) {
            json.raw(BALANCE).amount(OutcomeRecord.balance(frame, outcome));
        }
        if (OutcomeRecord.hasTime(frame, outcome)) {
            json.raw(PROCESSED_AT).time(OutcomeRecord.timeMs(frame, outcome));
        }
    }

    /** Whatever happens inside a batch, its outcome is unknown and it can be sent again. */
    @Override
    public Problem failure() {
        return Problem.UNAVAILABLE;
    }

    /**
     * How transactions were decided since the start, by platform. Each event loop counts for itself and waits for nobody; any
     * thread reads.
     */
    public static final class DecidedCounts {
        /** So many platforms are told by name; those that come later count as {@value #OTHERS}: the series have a bound. */
        static final int MOST_PLATFORMS = 8;

        static final String OTHERS = "others";

        private static final int KINDS = 1 << OutcomeRecord.KIND_BITS;
        private static final int TYPES = TransactionType.values().length;

        /** The kinds that a transaction can be; the others come of other calls. */
        private static final Set<Anomaly> OF_TRANSACTIONS =
                EnumSet.range(Anomaly.ROLLBACK_AFTER_PAYOUT, Anomaly.DUPLICATE_MISMATCH);

        private final Set<String> named = new HashSet<>();
        private final List<Loop> loops = new CopyOnWriteArrayList<>();

        /** The counts of one event loop. */
        Loop newLoop() {
            Loop loop = new Loop();
            loops.add(loop);
            return loop;
        }

        /** By platform, type and status: items answered so, re-sent ones too. */
        public Map<List<String>, Long> answered() {
            return read((platform, type, record) -> List.of(
                    platform, type.label(), OutcomeRecord.outcome(record, 0).label()));
        }

        /** By platform and type: items that moved money. */
        public Map<List<String>, Long> booked() {
            return read((platform, type, record) -> {
                Effect effect = OutcomeRecord.effect(record, 0);
                return effect == Effect.BOOKED || effect == Effect.REVERSED ? List.of(platform, type.label()) : null;
            });
        }

        /**
         * By platform and kind: items that an auditor should see. All kinds of each platform that has a name, 0 among them: a
         * series that appears with its first count has no increase that an alert could see.
         */
        public Map<List<String>, Long> anomalies() {
            Map<List<String>, Long> sums = read((platform, type, record) -> {
                Anomaly anomaly = OutcomeRecord.anomaly(record, 0);
                return anomaly == Anomaly.NONE ? null : List.of(platform, anomaly.label());
            });
            for (String platform : named()) {
                OF_TRANSACTIONS.forEach(kind -> sums.putIfAbsent(List.of(platform, kind.label()), 0L));
            }
            return sums;
        }

        private synchronized List<String> named() {
            return List.copyOf(named);
        }

        private Map<List<String>, Long> read(Labels labels) {
            Map<List<String>, Long> sums = new HashMap<>();
            UnsafeBuffer record = new UnsafeBuffer(new byte[OutcomeRecord.BYTES]);
            for (Loop loop : loops) {
                loop.byPlatform.forEach((platform, counts) -> {
                    for (int i = 0; i < counts.length(); i++) {
                        long count = counts.getAcquire(i);
                        if (count > 0) {
                            record.putLong(0, i % KINDS);
                            List<String> of = labels.of(platform, TransactionType.of(i / KINDS), record);
                            if (of != null) {
                                sums.merge(of, count, Long::sum);
                            }
                        }
                    }
                });
            }
            return sums;
        }

        /** What a platform is called where there is a bound on names: its own name, or {@value #OTHERS}. */
        public synchronized String name(String platform) {
            String name = named.size() < MOST_PLATFORMS || named.contains(platform) ? platform : OTHERS;
            named.add(name);
            return name;
        }

        /** What counts together; null for what doesn't count. */
        private interface Labels {
            List<String> of(String platform, TransactionType type, DirectBuffer record);
        }

        /** The counts of one event loop, by platform: an array of all types and kinds of outcomes. */
        final class Loop {
            private final Map<String, AtomicLongArray> byPlatform = new ConcurrentHashMap<>();
            private AtomicLongArray current;

            /** What is counted from now on is of this platform. */
            void begin(String platform) {
                current = byPlatform.get(platform);
                if (current == null) {
                    current = byPlatform.computeIfAbsent(name(platform), first -> new AtomicLongArray(TYPES * KINDS));
                }
            }

            /** Counts an item of a batch that was decided. */
            void count(DirectBuffer frame, int item, int outcome) {
                int index = TransactionItem.type(frame, item).code() * KINDS + OutcomeRecord.kind(frame, outcome);
                current.setRelease(index, current.getPlain(index) + 1);
            }
        }
    }
}
