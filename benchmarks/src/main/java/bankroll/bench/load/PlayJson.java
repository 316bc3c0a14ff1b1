package bankroll.bench.load;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Play;
import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.protocol.Outcome;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransactionType;

/**
 * Writes the bodies of one stream, compact, in the order in which the contract lists the fields, with the answers that must come.
 * One thread.
 */
final class PlayJson {
    private static final byte[] READ = RequestText.ascii("{\"player_id\":\"");
    private static final byte[] HEAD = RequestText.ascii("{\"transactions\":[");
    private static final byte[] TAIL = RequestText.ascii("]}");
    private static final byte[] COMMA = RequestText.ascii(",");
    private static final byte[] ID = RequestText.ascii("{\"transaction_id\":\"");
    private static final byte[] TYPE = RequestText.ascii("\",\"type\":\"");
    private static final byte[] PLAYER = RequestText.ascii("\",\"player_id\":\"");
    private static final byte[] SESSION = RequestText.ascii("\",\"session_id\":\"");
    private static final byte[] AMOUNT = RequestText.ascii("\",\"amount\":\"");
    private static final byte[] CURRENCY =
            RequestText.ascii("\",\"currency\":\"" + Workload.CURRENCY + "\",\"game_id\":\"game-");
    private static final byte[] GAME = RequestText.ascii("\",\"game_id\":\"game-");
    private static final byte[] ROUND = RequestText.ascii("\",\"round_id\":\"");
    private static final byte[] REFERENCE = RequestText.ascii("\",\"reference_transaction_id\":\"");
    private static final byte[] CREATED = RequestText.ascii("\",\"created_at\":\"");
    private static final byte[] END = RequestText.ascii("\"}");
    private static final byte[] DETAILS = RequestText.ascii("\",\"details\":");
    private static final byte[] BRACE = RequestText.ascii("}");
    private static final byte[][] TYPES = types();
    private static final byte[] NO_SESSION = RequestText.ascii("AAAAAAAAAAAAAAAAAAAAAA");

    private final byte[] run;
    private final int stream;
    private final PlayStream plays;
    private final Play play = new Play();
    private final Workload workload;
    private final PlayerSessions sessions;
    private final byte[] details;
    private byte[] createdAt = {};

    PlayJson(Workload workload, int stream, PlayerSessions sessions, int detailsBytes) {
        this.workload = workload;
        this.stream = stream;
        plays = new PlayStream(workload, stream);
        this.sessions = sessions;
        run = RequestText.ascii(workload.run());
        details = detailsBytes == 0 ? null : details(detailsBytes);
    }

    /** Sets the text of {@code created_at} in all that follows. */
    void createdAt(String text) {
        createdAt = RequestText.ascii(text);
    }

    /** Writes a batch of the next items, and expects their answers in the script. */
    void batch(int items, RequestText body, Script script) {
        body.clear().put(HEAD);
        for (int i = 0; i < items; i++) {
            if (i > 0) {
                body.put(COMMA);
            }
            plays.next(play);
            script.expect(item(body), play.outcome, play.balance);
        }
        body.put(TAIL);
    }

    /** Writes the read of a player's balance, and expects the answer in the script. */
    void read(RequestText body, Script script) {
        int player = plays.drawPlayer();
        int idAt = player(body.clear().put(READ), workload.player(stream, player));
        body.put(END);
        script.expect(idAt, Outcome.OK, plays.balance(player));
    }

    /** What the stream's players own in all after the last item. */
    long total() {
        return plays.total();
    }

    /** Appends an item and tells where its id stands. */
    private int item(RequestText body) {
        int idAt = transaction(body.put(ID), play.id);
        body.put(TYPE).put(TYPES[play.type.code()]).put(PLAYER);
        int player = workload.player(stream, play.player);
        player(body, player);
        if (play.type == TransactionType.DEBIT) {
            session(body.put(SESSION), player, play.ownSession);
        }
        if (play.type == TransactionType.ROLLBACK) {
            body.put(GAME);
        } else {
            body.put(AMOUNT).putDecimal(play.amount).put(CURRENCY);
        }
        body.putDecimal(play.round % Ids.GAMES);
        transaction(body.put(ROUND), play.round);
        if (play.reference != Play.NONE) {
            transaction(body.put(REFERENCE), play.reference);
        }
        body.put(CREATED).put(createdAt);
        if (details == null) {
            body.put(END);
        } else {
            body.put(DETAILS).put(details).put(BRACE);
        }
        return idAt;
    }

    private int player(RequestText body, int player) {
        int at = body.reserve(Ids.PLAYER_BYTES);
        Ids.putPlayer(body.bytes(), at, run, player);
        return at;
    }

    private int transaction(RequestText body, long number) {
        int at = body.reserve(Ids.TRANSACTION_BYTES);
        Ids.putTransaction(body.bytes(), at, run, stream, number);
        return at;
    }

    private void session(RequestText body, int player, boolean own) {
        if (own) {
            int at = body.reserve(SessionId.LENGTH);
            sessions.put(player, body.bytes(), at);
        } else {
            body.put(NO_SESSION);
        }
    }

    private static byte[] details(int length) {
        String frame = "{\"bet\":\"\"}";
        return RequestText.ascii("{\"bet\":\"" + "r".repeat(Math.max(0, length - frame.length())) + "\"}");
    }

    private static byte[][] types() {
        byte[][] labels = new byte[TransactionType.values().length][];
        for (TransactionType type : TransactionType.values()) {
            labels[type.code()] = RequestText.ascii(type.label());
        }
        return labels;
    }

    /** The session of every player, as text. Filled before the load runs; then any thread may read. */
    static final class PlayerSessions {
        private final byte[][] pages;
        private static final int PAGE = 1 << 16;

        PlayerSessions(int players) {
            pages = new byte[(players + PAGE - 1) / PAGE][];
            for (int i = 0; i < pages.length; i++) {
                pages[i] = new byte[PAGE * SessionId.LENGTH];
            }
        }

        /** Notes the session that starts at this place. */
        void set(int player, byte[] source, int at) {
            System.arraycopy(source, at, pages[player / PAGE], player % PAGE * SessionId.LENGTH, SessionId.LENGTH);
        }

        /** Writes the player's session. */
        void put(int player, byte[] target, int at) {
            System.arraycopy(pages[player / PAGE], player % PAGE * SessionId.LENGTH, target, at, SessionId.LENGTH);
        }
    }
}
