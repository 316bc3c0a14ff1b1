package bankroll.gateway.conformance;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.conformance.TestPlayer.Identity;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * One run: every rule is tried once, for one test player, under ids that nobody else uses; what it takes and gives is even
 * again at the end, whatever the endpoint answers.
 */
public final class Conformance {
    /** What the test player needs: what is out for a moment, and more. */
    private static final BigInteger NEEDED = BigInteger.valueOf(20);

    private final ServiceClient client;
    private final String game;
    private final Consumer<String> telling;
    private final String run;

    /**
     * A run to come.
     *
     * @param client signs as the platform
     * @param game the launch code's
     * @param telling hears what it is about to do, before it does it
     */
    public Conformance(ServiceClient client, String game, Consumer<String> telling) {
        this.client = client;
        this.game = game;
        this.telling = telling;
        this.run = "check-" + HexFormat.of().toHexDigits(new SecureRandom().nextInt()) + '-';
    }

    /**
     * Runs.
     *
     * @param launchCode of the test player, who plays nowhere else meanwhile
     * @throws ConditionException when nobody answers, no player is identified or the player's balance is too small
     */
    public ConformanceReport check(String launchCode) {
        RuleFindings findings = new RuleFindings();
        Dialogue dialogue = new Dialogue(client, findings, run);
        AuthenticateChecks authenticate = new AuthenticateChecks(dialogue, findings, game);
        Identity identity = authenticate.exchange(launchCode);
        requireFunds(identity);
        telling.accept("checking as a platform; the test player " + identity.playerId() + " has " + identity.balance()
                + " " + identity.currency() + ", and will have as much at the end. Ids of bookings begin with " + run);
        TestPlayer player = new TestPlayer(dialogue, findings, identity, run);
        try {
            new SignatureChecks(dialogue, findings, identity.playerId()).run();
            authenticate.run();
            new BalanceChecks(dialogue, findings, identity).run();
            new BookingChecks(player, findings).run();
            new BatchChecks(dialogue, player, findings).run();
        } finally {
            player.settle();
        }
        return new ConformanceReport(findings, identity, player.bookings(), run, dialogue.calls());
    }

    private static void requireFunds(Identity identity) {
        if (identity.balance().compareTo(NEEDED) < 0) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "the test player " + identity.playerId() + " has " + identity.balance() + " " + identity.currency()
                            + "; " + NEEDED + " are needed for a moment",
                    "give the player some, and check again");
        }
    }
}
