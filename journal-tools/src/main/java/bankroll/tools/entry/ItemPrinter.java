package bankroll.tools.entry;

import bankroll.protocol.Amounts;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.SettingsCommand;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Hands an item's fields to a writer, in an order that reads well: where and when, what and how it went, the ids, the
 * money, the rest.
 */
public final class ItemPrinter {
    private static final ItemField[] IDS = {
        ItemField.TRANSACTION_ID, ItemField.TRANSFER_ID, ItemField.PLAYER_ID, ItemField.SESSION_ID
    };
    private static final ItemField[] OTHERS = {
        ItemField.GAME_ID,
        ItemField.ROUND_ID,
        ItemField.ROOM_ID,
        ItemField.REFERENCE_TRANSACTION_ID,
        ItemField.CREATED_AT,
        ItemField.REASON,
        ItemField.CLIENT_IP,
        ItemField.DISPLAY_NAME,
        ItemField.AVATAR_URL,
        ItemField.LANGUAGE,
        ItemField.COUNTRY
    };

    private static final String[] EFFECTS = labels(Effect.values());
    private static final String[] KINDS = labels(Origin.Kind.values());

    private final FieldWriter out;
    private final boolean withBefore;
    private final boolean withDetails;

    /**
     * @param out takes the fields
     * @param withBefore whether the balance before the item is wanted, too
     * @param withDetails whether the platform's {@code details} are wanted
     */
    public ItemPrinter(FieldWriter out, boolean withBefore, boolean withDetails) {
        this.out = out;
        this.withBefore = withBefore;
        this.withDetails = withDetails;
    }

    /** Prints one item. */
    public void print(Item item) {
        out.begin();
        head(item);
        texts(item, IDS);
        money(item);
        texts(item, OTHERS);
        command(item);
        tail(item);
        out.end();
    }

    private void head(Item item) {
        out.number(FieldWriter.SEQUENCE, item.sequence());
        out.number(FieldWriter.ITEM, item.index());
        out.time(FieldWriter.TIME, item.timeMs());
        out.word(FieldWriter.TYPE, item.type().label());
        out.word(FieldWriter.STATUS, item.outcome().label());
    }

    private void texts(Item item, ItemField[] fields) {
        ItemTexts texts = item.texts();
        for (ItemField field : fields) {
            text(texts, field);
        }
    }

    private void text(ItemTexts texts, ItemField field) {
        if (texts.has(field)) {
            out.text(field.label(), texts.bytes(field));
        }
    }

    private void money(Item item) {
        if (item.type().isBooking()) {
            boolean isNegative = item.type() == ItemType.ADJUSTMENT && item.takes();
            out.amount("amount", isNegative, item.amount());
        }
        text(item.texts(), ItemField.CURRENCY);
        if (item.hasBalance()) {
            if (withBefore) {
                out.amount("balance_before", false, item.balanceBefore());
            }
            out.amount("balance", false, item.balance());
        }
    }

    /** What the operator's own commands say besides ids and texts. Secrets (the hash key, launch codes) are never shown. */
    private void command(Item item) {
        switch (item.type()) {
            case START -> start(item);
            case WINDOWS -> windows(LimitWindows.get(new Fields().read(item.buffer(), item.offset())));
            case LAUNCH_CODE -> launchCode(item);
            case PROFILE -> profile(PlayerCommand.changes(item.buffer(), item.offset()));
            case BLOCK -> block(PlayerCommand.block(item.buffer(), item.offset()));
            case LIMITS -> limits(item);
            default -> {}
        }
    }

    private void start(Item item) {
        LedgerSettings settings = SettingsCommand.settings(item.buffer(), item.offset());
        out.text("software_version", SettingsCommand.softwareVersion(item.buffer(), item.offset()));
        out.text("time_zone", settings.timeZone());
        out.number("session_idle_ms", settings.sessionIdleMs());
        out.number("session_max_age_ms", settings.sessionMaxAgeMs());
        out.number("limit_raise_delay_ms", settings.limitRaiseDelayMs());
        out.word("rollback_after_payout", settings.refuseRollbackAfterPayout() ? "refuse" : "reverse");
        if (settings.boundsSessions()) {
            out.number("max_sessions_per_player", settings.sessionsPerPlayer());
        }
    }

    private void windows(LimitWindows windows) {
        window("day", windows.day());
        window("week", windows.week());
        window("month", windows.month());
        out.text("time_zone", windows.timeZone());
    }

    private void window(String kind, LimitWindows.Window window) {
        out.time(kind + "_starts_at", window.startMs());
        out.time(kind + "_ends_at", window.endMs());
        out.number(kind + "_number", window.number());
    }

    private void launchCode(Item item) {
        out.number("ttl_ms", LaunchCodeItem.ttlMs(item.buffer(), item.offset()));
        out.flag("reusable", LaunchCodeItem.isReusable(item.buffer(), item.offset()));
    }

    private void profile(PlayerCommand.Changes changes) {
        change("display_name", changes.displayName());
        change("avatar_url", changes.avatarUrl());
        change("language", changes.language());
        change("country", changes.country());
    }

    private void change(String name, PlayerCommand.Change change) {
        if (change.isSet()) {
            out.text(name, change.text());
        }
    }

    private void block(PlayerCommand.Block block) {
        if (block.untilMs() != PlayerCommand.FOR_EVER) {
            out.time("until", block.untilMs());
        }
        out.flag("self_excluded", block.selfExcluded());
    }

    private void limits(Item item) {
        StringJoiner limits = new StringJoiner(" ");
        PlayerCommand.limits(item.buffer(), item.offset())
                .forEach(
                        (slot, amount) -> limits.add(slot.kind() + "/" + slot.window() + ":" + Amounts.format(amount)));
        out.text("limits", limits.toString());
    }

    private void tail(Item item) {
        out.word(FieldWriter.EFFECT, EFFECTS[item.effect().ordinal()]);
        if (item.anomaly() != Anomaly.NONE) {
            out.word("anomaly", item.anomaly().label());
        }
        if (OutcomeRecord.hasTime(item.buffer(), item.outcomeOffset())) {
            long timeMs = OutcomeRecord.timeMs(item.buffer(), item.outcomeOffset());
            if (timeMs != item.timeMs()) {
                out.time(item.type() == ItemType.LAUNCH_CODE ? "expires_at" : "processed_at", timeMs);
            }
        }
        out.word(FieldWriter.BY, KINDS[item.originKind().ordinal()]);
        out.text(FieldWriter.BY_NAME, item.originName());
        ItemTexts texts = item.texts();
        if (withDetails && texts.has(ItemField.DETAILS)) {
            out.json(ItemField.DETAILS.label(), texts.bytes(ItemField.DETAILS));
        }
    }

    private static String[] labels(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
    }
}
