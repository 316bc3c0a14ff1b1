package bankroll.gateway.demo;

import bankroll.gateway.Service;
import java.security.SecureRandom;
import java.util.Locale;

/** What {@code serve --demo} prints: secrets, and commands that work when pasted one after another. */
final class DemoGuide {
    /** Whose commands are printed. */
    static final String PLAYER = "demo-anna";

    private final Service service;
    private final DemoSecrets secrets;
    private final String call;

    DemoGuide(Service service, DemoSecrets secrets, String call) {
        this.service = service;
        this.secrets = secrets;
        this.call = call;
    }

    String text(String launchCode) {
        // Ids of this start's own, so that the first paste books and the second shows what a re-send gets.
        String run = Integer.toHexString(0x1000 + new SecureRandom().nextInt(0xf000));
        return String.format(
                        Locale.ROOT,
                        """

                The demo is ready. Its secrets are generated and kept in %s
                  platforms      %s
                  operators      %s
                  signing secret %s
                  operator token %s
                  launch code    %s

                Paste these into another terminal, one after another (amounts are in cents):
                  {call} authenticate {code}
                  {call} balance {player}
                  {call} debit {player} 250 --id bet-{run}-1
                  {call} credit {player} 400 --id win-{run}-1 --reference bet-{run}-1
                  {call} debit {player} 100 --id bet-{run}-2
                  {call} rollback {player} bet-{run}-2 --id back-{run}-2
                  {call} lookup bet-{run}-2

                The operator's side:
                  {call} operator GET /operator/v1/players/{player}
                  {call} operator POST /operator/v1/transfers '{transfer}'
                  {call} operator GET /operator/v1/transactions/bet-{run}-2
                  {call} operator GET /operator/v1/trial-balance
                  {call} operator GET /operator/v1/status

                Ctrl-C ends the service; what was booked is still there at the next start.

                """,
                        secrets.signingSecret().getParent(),
                        service.platformUrl(),
                        service.operatorUrl(),
                        DemoSecrets.read(secrets.signingSecret()).orElseThrow(),
                        DemoSecrets.read(secrets.operatorToken()).orElseThrow(),
                        launchCode)
                .replace("{call}", call)
                .replace("{code}", launchCode)
                .replace("{player}", PLAYER)
                .replace("{run}", run)
                .replace("{transfer}", transfer(run));
    }

    private static String transfer(String run) {
        return "{\"transfers\":[{\"transfer_id\":\"gift-" + run + "\",\"player_id\":\"" + PLAYER
                + "\",\"type\":\"deposit\",\"amount\":\"5000\",\"currency\":\"EUR\"}]}";
    }
}
