package bankroll.bench.writer;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Mix;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.engine.Request;
import bankroll.protocol.Answer;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes plays of the first stream as commands, as the gateway's decoder does. One thread; no allocation per item. */
public final class PlayCommands {
    /** The platform that plays. */
    public static final String PLATFORM = "bench";

    private static final int STREAM = 0;

    private static final int GAME = 8;
    private static final int CREATED = 32;
    private static final int ID = 64;
    private static final int PLAYER = 96;
    private static final int SESSION = 128;
    private static final int ROUND = 160;
    private static final int REFERENCE = 192;
    private static final byte[] CREATED_AT = "2026-11-21T12:00:00.000Z".getBytes(StandardCharsets.US_ASCII);

    private final byte[] texts = new byte[256];
    private final UnsafeBuffer strings = new UnsafeBuffer(texts);
    private final TransactionItem.Encoder encoder = new TransactionItem.Encoder();
    private final IdHasher hasher;
    private final byte[] platform = PLATFORM.getBytes(StandardCharsets.US_ASCII);
    private final byte[] run;
    private final Workload workload;
    private final PlayStream plays;
    private final Play play = new Play();
    private long played;

    /** Commands of the workload, under this key. */
    public PlayCommands(Workload workload, HashKey key) {
        this.workload = workload;
        plays = new PlayStream(workload, STREAM);
        hasher = new IdHasher(key, PLATFORM);
        run = workload.run().getBytes(StandardCharsets.US_ASCII);
        strings.putStringWithoutLengthAscii(0, Workload.CURRENCY);
        strings.putBytes(CREATED, CREATED_AT);
        strings.putStringWithoutLengthAscii(GAME, "game00");
    }

    /** Writes the next items as one request and adds what must come of them. */
    public void write(Request request, int items, Expected expected) {
        write(request, items, null, expected);
    }

    /** Writes the next items, all of one kind; null: as the mix draws them. */
    public void write(Request request, int items, Mix.Kind kind, Expected expected) {
        encoder.begin(request.frame(), Request.COMMAND_OFFSET, platform, hasher);
        for (int i = 0; i < items; i++) {
            if (kind == null) {
                plays.next(play);
            } else {
                plays.next(play, kind);
            }
            item();
            expected.add(play.outcome, play.balance);
        }
        played += items;
        request.commandLength(encoder.end());
    }

    /** Passes over items that were played before. */
    public void skip(long items) {
        for (long i = 0; i < items; i++) {
            plays.next(play);
        }
        played += items;
    }

    /** Items written or skipped so far. */
    public long played() {
        return played;
    }

    /** Checks that the books are balanced, and that players own what they must after the last item. */
    void check(Answer.TrialBalance books) {
        Answer.TrialBalance.Line line = books.currencies().get(0);
        if (!line.sum().equals("0") || !line.players().equals(Long.toString(plays.total()))) {
            throw new IllegalStateException("the books say " + line + ", players must own " + plays.total());
        }
    }

    private void item() {
        encoder.beginItem();
        encoder.type(play.type);
        encoder.amount(play.amount);
        put(TransactionField.TRANSACTION_ID, ID, play.id);
        Ids.putPlayer(texts, PLAYER, run, player());
        encoder.text(TransactionField.PLAYER_ID, PLAYER, Ids.PLAYER_BYTES);
        put(TransactionField.ROUND_ID, ROUND, play.round);
        putGame();
        encoder.text(TransactionField.CREATED_AT, CREATED, CREATED_AT.length);
        if (play.type != TransactionType.ROLLBACK) {
            encoder.text(TransactionField.CURRENCY, 0, Workload.CURRENCY.length());
        }
        if (play.type == TransactionType.DEBIT) {
            putSession();
        }
        if (play.reference != Play.NONE) {
            put(TransactionField.REFERENCE_TRANSACTION_ID, REFERENCE, play.reference);
        }
        encoder.endItem(texts);
    }

    private int player() {
        return workload.player(STREAM, play.player);
    }

    private void put(TransactionField field, int at, long id) {
        Ids.putTransaction(texts, at, run, STREAM, id);
        encoder.text(field, at, Ids.TRANSACTION_BYTES);
    }

    private void putGame() {
        int number = (int) (play.round % Ids.GAMES);
        texts[GAME + 4] = (byte) ('0' + number / 10);
        texts[GAME + 5] = (byte) ('0' + number % 10);
        encoder.text(TransactionField.GAME_ID, GAME, 6);
    }

    private void putSession() {
        int player = player();
        long high = play.ownSession ? sessionHigh(player) : 0;
        SessionId.put(high, play.ownSession ? sessionLow(player) : 0, strings, SESSION);
        encoder.text(TransactionField.SESSION_ID, SESSION, SessionId.LENGTH);
    }

    /** First half of the session that a player gets: spread as random bits are. */
    static long sessionHigh(int player) {
        return mix(player * 2L + 1);
    }

    /** Second half of the session that a player gets. */
    static long sessionLow(int player) {
        return mix(player * 2L + 2);
    }

    private static long mix(long number) {
        long bits = number * 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }

    /** What must come of the requests of a round, item by item in order. One thread. */
    public static final class Expected {
        private static final int BYTES = 16;

        private final ExpandableArrayBuffer expected = new ExpandableArrayBuffer(1 << 16);
        private int added;
        private int compared;

        /** Forgets all. */
        public void clear() {
            added = 0;
            compared = 0;
        }

        private void add(Outcome outcome, long balance) {
            expected.putLong(added * BYTES, outcome.code());
            expected.putLong(added * BYTES + 8, balance);
            added++;
        }

        /** Compares the next request's outcomes; an {@link IllegalStateException} names the first that is wrong. */
        public void compare(Request request) {
            for (int i = 0; i < request.items(); i++) {
                int record = request.outcomeOffset(i);
                Outcome outcome = OutcomeRecord.outcome(request.frame(), record);
                long balance = OutcomeRecord.balance(request.frame(), record);
                Outcome must = Outcome.of((int) expected.getLong(compared * BYTES));
                long mustHave = expected.getLong(compared * BYTES + 8);
                if (outcome != must || balance != mustHave) {
                    throw new IllegalStateException("item " + i + " got " + outcome + " with balance "
                            + Long.toUnsignedString(balance) + ", must be " + must + " with "
                            + Long.toUnsignedString(mustHave));
                }
                compared++;
            }
        }
    }
}
