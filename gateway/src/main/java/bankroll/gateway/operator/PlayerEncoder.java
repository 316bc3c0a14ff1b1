package bankroll.gateway.operator;

import bankroll.protocol.BlockCommand;
import bankroll.protocol.BlockCommand.Block;
import bankroll.protocol.PlayerAnswer;
import bankroll.protocol.PlayerAnswer.Limit;
import bankroll.protocol.PlayerAnswer.Pending;
import bankroll.protocol.Profile;

/** The player, as {@code GET players/{player_id}} and every change of one answer it. */
final class PlayerEncoder implements CallEncoder {
    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        encode((PlayerAnswer) call.request().answer(), json);
    }

    static void encode(PlayerAnswer player, JsonWriter json) {
        Profile profile = player.profile();
        json.begin()
                .text("player_id", profile.playerId())
                .text("currency", player.currency())
                .amount("balance", player.balance())
                .text(ProfileFields.DISPLAY_NAME, profile.displayName())
                .text(ProfileFields.AVATAR_URL, profile.avatarUrl())
                .text(ProfileFields.LANGUAGE, profile.language())
                .text(ProfileFields.COUNTRY, profile.country());
        blocked(player.block(), json);
        json.beginArray("limits");
        player.limits().forEach(limit -> limit(limit, json));
        json.endArray()
                .number("open_sessions", player.openSessions())
                .time("created_at", player.createdAtMs())
                .end();
    }

    private static void blocked(Block block, JsonWriter json) {
        if (block == null) {
            return;
        }
        json.begin("blocked").text("reason", block.reason());
        if (block.untilMs() != BlockCommand.FOR_EVER) {
            json.time("until", block.untilMs());
        }
        json.flag("self_excluded", block.selfExcluded()).end();
    }

    private static void limit(Limit limit, JsonWriter json) {
        json.begin()
                .text("kind", limit.slot().kind())
                .text("window", limit.slot().window())
                .amount("amount", limit.amount())
                .text("used", limit.used());
        pending(limit.pending(), json);
        json.end();
    }

    private static void pending(Pending pending, JsonWriter json) {
        if (pending == null) {
            return;
        }
        json.begin("pending");
        if (!pending.isRemoval()) {
            json.amount("amount", pending.amount());
        }
        json.time("effective_at", pending.effectiveAtMs()).end();
    }
}
