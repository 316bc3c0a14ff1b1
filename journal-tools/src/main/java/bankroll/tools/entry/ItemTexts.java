package bankroll.tools.entry;

import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where the texts of one item stand: as ranges of the frame, or of a scratch buffer where a text has to be made first.
 * Filled when first asked for. One thread.
 */
public final class ItemTexts {
    private static final ItemField[] TRANSACTION_TEXTS = {
        ItemField.CURRENCY,
        ItemField.TRANSACTION_ID,
        ItemField.PLAYER_ID,
        ItemField.GAME_ID,
        ItemField.ROUND_ID,
        ItemField.SESSION_ID,
        ItemField.ROOM_ID,
        ItemField.REFERENCE_TRANSACTION_ID,
        ItemField.CREATED_AT,
        ItemField.DETAILS
    };

    private final DirectBuffer[] sources = new DirectBuffer[ItemField.COUNT];
    private final int[] offsets = new int[ItemField.COUNT];
    private final int[] lengths = new int[ItemField.COUNT];
    private final UnsafeBuffer view = new UnsafeBuffer();
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer(1024);
    private final TransactionItem.StringVisitor strings = this::string;
    private DirectBuffer item;
    private int scratchUsed;
    private boolean isRead;

    /** Whether the item has this text. */
    public boolean has(ItemField field) {
        return lengths[field.ordinal()] >= 0;
    }

    /** The bytes of a text that the item has, UTF-8; good until the next call. */
    public DirectBuffer bytes(ItemField field) {
        int number = field.ordinal();
        view.wrap(sources[number], offsets[number], lengths[number]);
        return view;
    }

    /** The text, or null. Allocates. */
    public String get(ItemField field) {
        int number = field.ordinal();
        return has(field) ? sources[number].getStringWithoutLengthUtf8(offsets[number], lengths[number]) : null;
    }

    /** Whether the text is exactly these bytes. */
    public boolean is(ItemField field, byte[] bytes) {
        int length = lengths[field.ordinal()];
        if (length != bytes.length) {
            return false;
        }
        DirectBuffer source = sources[field.ordinal()];
        int offset = offsets[field.ordinal()];
        for (int i = length - 1; i >= 0; i--) {
            if (source.getByte(offset + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    void forget() {
        isRead = false;
    }

    /** Reads the item at which the walk stands, if that is not done yet. */
    ItemTexts read(DirectBuffer buffer, Items walk) {
        if (!isRead) {
            Arrays.fill(lengths, -1);
            scratchUsed = 0;
            isRead = true;
            readTexts(walk, buffer, walk.item());
        }
        return this;
    }

    private void readTexts(Items walk, DirectBuffer buffer, int at) {
        switch (walk.type()) {
            case TRANSACTIONS -> transaction(buffer, at);
            case TRANSFERS -> transfer(TransferItem.get(buffer, at));
            case PLAYERS -> player(buffer, at);
            case LAUNCH_CODES -> launchCode(buffer, at);
            case AUTHENTICATE -> authenticate(walk, buffer, at);
            case CLOSE_SESSION -> session(buffer, SessionCommand.sessionOffset(at));
            case BLOCK -> {
                ofPlayer(buffer, at);
                make(ItemField.REASON, PlayerCommand.block(buffer, at).reason());
            }
            case PROFILE, UNBLOCK, LIMITS, CLOSE_SESSIONS -> ofPlayer(buffer, at);
            default -> {}
        }
    }

    private void transaction(DirectBuffer buffer, int at) {
        item = buffer;
        TransactionItem.strings(buffer, at, strings);
        if (TransactionItem.isOurSession(buffer, at)) {
            session(TransactionItem.sessionHigh(buffer, at), TransactionItem.sessionLow(buffer, at));
        }
    }

    private void string(TransactionField field, int offset, int length) {
        set(TRANSACTION_TEXTS[field.ordinal()], item, offset, length);
    }

    private void transfer(TransferItem.Transfer transfer) {
        make(ItemField.CURRENCY, transfer.currency());
        make(ItemField.TRANSFER_ID, transfer.transferId());
        make(ItemField.PLAYER_ID, transfer.playerId());
        make(ItemField.REASON, transfer.reason());
    }

    private void player(DirectBuffer buffer, int at) {
        make(ItemField.CURRENCY, PlayerItem.currency(buffer, at));
        Profile profile = PlayerItem.profile(buffer, at);
        make(ItemField.PLAYER_ID, profile.playerId());
        make(ItemField.DISPLAY_NAME, profile.displayName());
        make(ItemField.AVATAR_URL, profile.avatarUrl());
        make(ItemField.LANGUAGE, profile.language());
        make(ItemField.COUNTRY, profile.country());
    }

    private void launchCode(DirectBuffer buffer, int at) {
        LaunchCodeItem.LaunchCode code = LaunchCodeItem.get(buffer, at);
        make(ItemField.PLAYER_ID, code.playerId());
        make(ItemField.CURRENCY, code.currency());
        make(ItemField.GAME_ID, code.gameId());
    }

    private void authenticate(Items walk, DirectBuffer buffer, int at) {
        make(ItemField.GAME_ID, AuthenticateCommand.gameId(buffer, at));
        make(ItemField.CLIENT_IP, AuthenticateCommand.clientIp(buffer, at));
        if (OutcomeRecord.effect(buffer, walk.outcome()) == Effect.CHANGED) {
            session(buffer, AuthenticateCommand.sessionOffset(at));
        }
    }

    private void ofPlayer(DirectBuffer buffer, int at) {
        make(ItemField.PLAYER_ID, PlayerCommand.playerId(buffer, at));
    }

    private void session(DirectBuffer buffer, int bits) {
        session(Bits128.high(buffer, bits), Bits128.low(buffer, bits));
    }

    private void session(long high, long low) {
        if (high != 0 || low != 0) {
            scratch.checkLimit(scratchUsed + SessionId.LENGTH);
            SessionId.put(high, low, scratch, scratchUsed);
            set(ItemField.SESSION_ID, scratch, scratchUsed, SessionId.LENGTH);
            scratchUsed += SessionId.LENGTH;
        }
    }

    private void make(ItemField field, String text) {
        if (text != null) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            scratch.putBytes(scratchUsed, bytes);
            set(field, scratch, scratchUsed, bytes.length);
            scratchUsed += bytes.length;
        }
    }

    private void set(ItemField field, DirectBuffer source, int offset, int length) {
        sources[field.ordinal()] = source;
        offsets[field.ordinal()] = offset;
        lengths[field.ordinal()] = length;
    }
}
