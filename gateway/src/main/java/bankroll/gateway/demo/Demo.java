package bankroll.gateway.demo;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.ShellWord;
import bankroll.gateway.Service;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.Invocation;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.Settings;
import bankroll.gateway.json.Json;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Players with money and a launch code for {@code serve --demo}, made through the operator API of the running service
 * itself. All ids of players and deposits are fixed, so the next start finds everything as it was left.
 */
public final class Demo {
    private static final List<String> PLAYERS = List.of(DemoGuide.PLAYER, "demo-ben", "demo-carla");
    private static final String CURRENCY = "EUR";
    private static final String DEPOSIT = "100000";

    private final ServiceClient operator;

    private Demo(ServiceClient operator) {
        this.operator = operator;
    }

    /** Makes what is missing, then prints how to play. */
    public static void begin(Configuration configuration, Service service, PrintWriter out) {
        DemoSecrets secrets = DemoSecrets.in(configuration.get(Settings.DATA));
        secrets.write(secrets.platformUrl(), service.platformUrl());
        secrets.write(secrets.operatorUrl(), service.operatorUrl());
        String token = DemoSecrets.read(secrets.operatorToken()).orElseThrow();
        Set<Path> certificates = certificates(configuration);
        ServiceClient operator = ServiceClient.operator(service.operatorUrl(), Trust.of(certificates), token);
        out.print(new DemoGuide(service, secrets, launchCommand(configuration.get(Settings.DATA), certificates))
                .text(seed(operator)));
        out.flush();
    }

    /** Opens players and gives them money, once however often it is done; tells a launch code. */
    static String seed(ServiceClient operator) {
        Demo demo = new Demo(operator);
        demo.openPlayers();
        demo.deposit();
        return demo.launchCode();
    }

    /** Those of the listeners: nobody need have told this Java who signed them. */
    private static Set<Path> certificates(Configuration configuration) {
        Set<Path> certificates = new LinkedHashSet<>();
        configuration.get(Settings.PLATFORM_CERTIFICATE).ifPresent(certificates::add);
        configuration.get(Settings.OPERATOR_CERTIFICATE).ifPresent(certificates::add);
        return certificates;
    }

    private static String launchCommand(Path data, Set<Path> certificates) {
        boolean isDefault = data.normalize().equals(Path.of("data"));
        return Invocation.command() + " call" + (isDefault ? "" : " --data " + ShellWord.of(data))
                + certificates.stream()
                        .map(file -> " --ca-file " + ShellWord.of(file))
                        .collect(Collectors.joining());
    }

    private void openPlayers() {
        List<Map<String, String>> players = PLAYERS.stream()
                .map(player -> Map.of("player_id", player, "currency", CURRENCY, "display_name", player))
                .toList();
        post("/operator/v1/players", Map.of("players", players));
    }

    /** A transfer is booked once by its id: a restart doesn't pay again. */
    private void deposit() {
        List<Map<String, String>> transfers = PLAYERS.stream()
                .map(player -> Map.of(
                        "transfer_id", "demo-deposit-" + player,
                        "player_id", player,
                        "type", "deposit",
                        "amount", DEPOSIT,
                        "currency", CURRENCY))
                .toList();
        post("/operator/v1/transfers", Map.of("transfers", transfers));
    }

    /** Reusable and long-lived, unlike a real one: who tries things out tries them twice. */
    private String launchCode() {
        Map<String, Object> code =
                Map.of("player_id", DemoGuide.PLAYER, "ttl_seconds", LaunchCode.MAX_TTL_SECONDS, "reusable", true);
        String answer = post("/operator/v1/launch-codes", Map.of("launch_codes", List.of(code)));
        return Json.find(answer, "launch_code").orElseThrow(() -> failed("/operator/v1/launch-codes", answer));
    }

    private String post(String path, Map<String, ?> body) {
        HttpAnswer answer = operator.call("POST", path, Json.write(body));
        if (!answer.isOk()) {
            throw failed(path, "HTTP " + answer.status() + " " + answer.body());
        }
        return answer.body();
    }

    private static ConditionException failed(String path, String answer) {
        return new ConditionException(
                ExitCode.UNAVAILABLE,
                "the demo could not be set up: " + path + ": " + answer,
                "the log says why; correct it and start again");
    }

    /** What {@code serve --demo} prints: secrets, and commands that work when pasted one after another. */
    static final class DemoGuide {
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
}
