package bankroll.tools.entry;

import bankroll.protocol.Amounts;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.Fields;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LimitsCommand;
import bankroll.protocol.ProfileCommand;
import bankroll.protocol.SettingsCommand;
import java.util.StringJoiner;

/** What the operator's own commands say besides ids and texts. Secrets (the hash key, launch codes) are never shown. */
final class OperatorFields {
    private final FieldWriter out;

    OperatorFields(FieldWriter out) {
        this.out = out;
    }

    void print(Item item) {
        switch (item.type()) {
            case START -> start(item);
            case WINDOWS -> windows(LimitWindows.get(new Fields().read(item.buffer(), item.offset())));
            case LAUNCH_CODE -> launchCode(item);
            case PROFILE -> profile(ProfileCommand.get(item.buffer(), item.offset()));
            case BLOCK -> block(BlockCommand.get(item.buffer(), item.offset()));
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

    private void profile(ProfileCommand.Changes changes) {
        change("display_name", changes.displayName());
        change("avatar_url", changes.avatarUrl());
        change("language", changes.language());
        change("country", changes.country());
    }

    private void change(String name, ProfileCommand.Change change) {
        if (change.isSet()) {
            out.text(name, change.text());
        }
    }

    private void block(BlockCommand.Block block) {
        if (block.untilMs() != BlockCommand.FOR_EVER) {
            out.time("until", block.untilMs());
        }
        out.flag("self_excluded", block.selfExcluded());
    }

    private void limits(Item item) {
        StringJoiner limits = new StringJoiner(" ");
        LimitsCommand.get(item.buffer(), item.offset())
                .forEach(
                        (slot, amount) -> limits.add(slot.kind() + "/" + slot.window() + ":" + Amounts.format(amount)));
        out.text("limits", limits.toString());
    }
}
