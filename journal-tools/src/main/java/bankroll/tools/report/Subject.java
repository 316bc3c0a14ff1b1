package bankroll.tools.report;

import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.Bits128;
import bankroll.protocol.LaunchCodeItem;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import bankroll.tools.entry.ItemType;
import bankroll.tools.source.Span;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is traced, and whether an item touches it. A player's sessions are found by way of the launch codes, because
 * entries about sessions do not name the player: so it takes memory with the codes and sessions of that one player.
 */
public final class Subject {
    private final byte[] id;
    private final Set<Kind> wanted;
    private final String platform;
    private final Span span;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Set<Key> codes = new HashSet<>();
    private final Set<String> sessions = new HashSet<>();
    /** Whether the item at hand is in the span. */
    private boolean isTold;

    /** What an id can name. */
    public enum Kind {
        /** A debit, credit or rollback, and what refers to it. */
        TRANSACTION,
        /** A deposit, withdrawal or adjustment. */
        TRANSFER,
        /** A round. */
        ROUND,
        /** A player, with launch codes and sessions. */
        PLAYER,
        /** A session. */
        SESSION
    }

    private record Key(long high, long low) {
        static Key at(Item item, int hash) {
            return new Key(Bits128.high(item.buffer(), hash), Bits128.low(item.buffer(), hash));
        }
    }

    /**
     * Whatever has this id.
     *
     * @param id the id
     * @param wanted what it may name
     * @param platform whose transactions and rounds; null: every platform's
     * @param span the part of the journal that is to be told
     */
    public Subject(String id, Set<Kind> wanted, String platform, Span span) {
        this.span = span;
        this.id = id.getBytes(StandardCharsets.UTF_8);
        this.wanted = wanted;
        this.platform = platform;
    }

    /** What of the journal has to come by: a player's sessions are known by what was before them. */
    public Span neededSpan() {
        return wanted.contains(Kind.PLAYER) ? span.fromTheFirst() : span;
    }

    /** Whether the item touches it and is to be told. Expects every item of {@link #neededSpan}, in order. */
    public boolean isTouchedBy(Item item) {
        ItemTexts texts = item.texts();
        boolean isOurs = platform == null || !item.type().isTransaction() || platform.equals(item.originName());
        isTold = span.contains(item.sequence(), item.timeMs());
        return isOurs
                && (counts(Kind.TRANSACTION, isTransaction(texts))
                        | counts(Kind.TRANSFER, texts.is(ItemField.TRANSFER_ID, id))
                        | counts(Kind.ROUND, texts.is(ItemField.ROUND_ID, id))
                        | counts(Kind.PLAYER, isPlayer(item, texts))
                        | counts(Kind.SESSION, texts.is(ItemField.SESSION_ID, id)));
    }

    /** How many items touched it, by what the id named in them. */
    public Map<Kind, Long> counts() {
        return counts;
    }

    private boolean counts(Kind kind, boolean isTouched) {
        if (isTouched && isTold && wanted.contains(kind)) {
            counts.merge(kind, 1L, Long::sum);
            return true;
        }
        return false;
    }

    private boolean isTransaction(ItemTexts texts) {
        return texts.is(ItemField.TRANSACTION_ID, id) || texts.is(ItemField.REFERENCE_TRANSACTION_ID, id);
    }

    private boolean isPlayer(Item item, ItemTexts texts) {
        if (texts.is(ItemField.PLAYER_ID, id)) {
            if (item.type() == ItemType.LAUNCH_CODE) {
                codes.add(Key.at(item, LaunchCodeItem.codeHashOffset(item.offset())));
            }
            return true;
        }
        return switch (item.type()) {
            case AUTHENTICATE -> isOurCode(item, texts);
            case CLOSE_SESSION -> sessions.contains(texts.get(ItemField.SESSION_ID));
            default -> false;
        };
    }

    private boolean isOurCode(Item item, ItemTexts texts) {
        if (!codes.contains(Key.at(item, AuthenticateCommand.codeHashOffset(item.offset())))) {
            return false;
        }
        if (texts.has(ItemField.SESSION_ID)) {
            sessions.add(texts.get(ItemField.SESSION_ID));
        }
        return true;
    }
}
