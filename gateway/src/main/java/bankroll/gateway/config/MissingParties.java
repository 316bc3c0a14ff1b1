package bankroll.gateway.config;

import java.util.ArrayList;
import java.util.List;

/** A service that nobody may call is a mistake, and one with a cure. */
final class MissingParties {
    private MissingParties() {}

    static List<String> of(List<Platform> platforms, List<OperatorToken> tokens) {
        List<String> missing = new ArrayList<>();
        if (platforms.isEmpty()) {
            missing.add("no platform is configured, so none could call. Set BANKROLL_PLATFORM_SECRET"
                    + " (for a new one: echo \"whsec_$(openssl rand -base64 24)\"), or name one under platforms"
                    + " in the configuration file, or try the service with --demo");
        }
        if (tokens.isEmpty()) {
            missing.add("no operator token is configured, so nobody could open a player. Set"
                    + " BANKROLL_OPERATOR_TOKEN (for a new one: openssl rand -hex 32), or name one under"
                    + " operator.tokens in the configuration file, or try the service with --demo");
        }
        return missing;
    }
}
