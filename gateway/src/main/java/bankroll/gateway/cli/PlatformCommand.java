package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.conformance.Conformance;
import bankroll.gateway.conformance.ConformanceReport;
import bankroll.gateway.json.Json;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bankroll platform}: what a platform, or who runs the endpoint that platforms call, wants to know. */
@Command(
        name = "platform",
        description = "Plays a platform against an operator's endpoint.",
        exitCodeList = {"0:conforms", "1:does not, or no player is identified", ExitCodes.MISUSE, ExitCodes.NO_SERVICE},
        footer = {"", "Example:  ./bankroll platform check --help"},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class PlatformCommand extends Printing {
    @Mixin
    private CallTarget target;

    /** Who is the test player: one of both. */
    static final class Who {
        @Option(
                names = "--player",
                paramLabel = "ID",
                description = "A player of this service; its launch code is minted with the operator's token.")
        private String player;

        @Option(
                names = "--launch-code",
                paramLabel = "CODE",
                description = "A fresh launch code of the test player, from any operator.")
        private String launchCode;
    }

    @Command(
            description = {
                "Calls the endpoint as a platform does and tells which rules of the interface it keeps: signatures, launch"
                        + " codes, balances, debits, credits, rollbacks, re-sent and malformed requests, batches.",
                "",
                "It needs a test player with a balance of at least 20 minor units, no limits and no block, who plays nowhere"
                        + " meanwhile. It books some 500 transactions for that player, says under which ids, and leaves the"
                        + " balance as it was.",
                "A rule is kept, BROKEN (the interface says so), or differs (the interface leaves it open and another"
                        + " operator may decide otherwise).",
                "The endpoint must verify Standard Webhooks signatures (the scheme standard)."
            },
            footer = {
                "",
                "Examples:",
                "  ./bankroll platform check --player demo-anna",
                "  ./bankroll platform check --url https://wallet.example/v1 \\",
                "      --secret-file games.secret --launch-code lc_…",
                "  ./bankroll platform check --player test-1 --json --strict > report.json"
            },
            mixinStandardHelpOptions = true)
    int check(
            @ArgGroup(exclusive = true, multiplicity = "1") Who who,
            @Option(
                            names = "--game",
                            paramLabel = "GAME",
                            defaultValue = "conformance-check",
                            description = "The game that the launch code is for; ${DEFAULT-VALUE} unless given.")
                    String game,
            @Option(names = "--strict", description = "What the interface leaves open counts too.") boolean isStrict,
            @Option(names = "--json", description = "As JSON.") boolean isJson) {
        Conformance conformance = new Conformance(target.platform(), game, text -> say("bankroll: " + text));
        ConformanceReport report = conformance.check(who.launchCode != null ? who.launchCode : mint(who.player));
        print(out -> {
            if (isJson) {
                out.println(Json.pretty(report.json(isStrict)));
            } else {
                report.print(out);
            }
        });
        return report.isKept(isStrict) ? ExitCode.OK : ExitCode.WRONG;
    }

    private String mint(String player) {
        String body = Json.write(Map.of("launch_codes", List.of(Map.of("player_id", player))));
        HttpAnswer answer = target.operator().call("POST", "/operator/v1/launch-codes", body);
        return Json.find(answer.body(), "launch_code")
                .orElseThrow(() -> new ConditionException(
                        ExitCode.USAGE,
                        "no launch code for the player " + player + ": HTTP " + answer.status() + " " + answer.body(),
                        "name a player who exists and isn't blocked, or give --launch-code"));
    }
}
