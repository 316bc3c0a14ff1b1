package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.json.Json;
import bankroll.protocol.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** {@code ./bankroll call}: one call each, signed or with a token; prints the status to stderr and the answer to stdout. */
@Command(
        name = "call",
        description =
                "A small client that signs. Exit code 0 when the answer is 2xx and all of it was booked, 3 when an item was not"
                        + " (insufficient_funds, ...), 1 when the answer is another.",
        exitCodeList = {
            "0:answered, and all of it was booked",
            "1:the answer was not 2xx",
            ExitCodes.MISUSE,
            "3:an item was not booked, as with insufficient_funds",
            ExitCodes.NO_SERVICE
        },
        footer = {"", "Example:  ./bankroll call balance demo-anna"},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "CALL")
final class CallCommand extends Printing {
    /** The statuses of what is as it was asked for: of bookings, and of players who were opened now or before. */
    private static final Set<String> DONE = Set.of("ok", "created", "exists");

    @Mixin
    private CallTarget target;

    @Option(
            names = "--ok-if",
            paramLabel = "STATUS",
            split = ",",
            scope = ScopeType.INHERIT,
            converter = StatusReader.class,
            description = "An item of this status is as good as a booked one, as in --ok-if insufficient_funds.")
    private List<Outcome> okIf = List.of();

    @Command(
            description = "Exchanges a launch code for an identity and a session.",
            footer = {"", "Example:  ./bankroll call authenticate CODE"},
            mixinStandardHelpOptions = true)
    int authenticate(
            @Parameters(paramLabel = "LAUNCH_CODE", description = "From the operator, or as serve --demo prints it.")
                    String launchCode,
            @Option(
                            names = "--game",
                            paramLabel = "GAME",
                            defaultValue = "demo-game",
                            description = "${DEFAULT-VALUE} unless given.")
                    String game,
            @Option(names = "--client-ip", paramLabel = "ADDRESS", description = "The player's address.")
                    String clientIp) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("launch_code", launchCode);
        body.put("game_id", game);
        body.put("client_ip", clientIp);
        HttpAnswer answer = target.platform().call("POST", "/players/authenticate", Json.write(body));
        int exitCode = print(answer);
        if (answer.isOk()) {
            remember(answer);
        }
        return exitCode;
    }

    /** The code is used up: whatever becomes of this, the answer has been shown. */
    private void remember(HttpAnswer answer) {
        String player = Json.find(answer.body(), "player_id").orElse("");
        try {
            Json.find(answer.body(), "session_id").ifPresent(session -> target.remember(player, session));
        } catch (UncheckedIOException e) {
            say("bankroll: the session is not kept for the debits that follow: " + Reason.of(e)
                    + "; give it to them with --session");
        }
    }

    @Command(
            description = "A player's balance.",
            footer = {"", "Example:  ./bankroll call balance demo-anna"},
            mixinStandardHelpOptions = true)
    int balance(@Parameters(paramLabel = "PLAYER", description = "The player's id.") String player) {
        return print(target.platform().call("POST", "/players/balance", Json.write(Map.of("player_id", player))));
    }

    @Command(
            description = "Takes a stake.",
            footer = {"", "Example:  ./bankroll call debit demo-anna 250 --id bet-1"},
            mixinStandardHelpOptions = true)
    int debit(
            @Parameters(paramLabel = "PLAYER", description = "The player's id.") String player,
            @Parameters(paramLabel = "AMOUNT", description = "In minor units.") String amount,
            @Option(
                            names = "--session",
                            paramLabel = "SESSION",
                            description = "That of the player's last authenticate unless given.")
                    String session,
            @Mixin TransactionOptions options) {
        Map<String, Object> item = options.members("debit", player);
        item.put("session_id", session == null ? target.session(player) : session);
        item.put("amount", amount);
        item.put("currency", options.currency);
        return book(item);
    }

    @Command(
            description = "Pays a win.",
            footer = {"", "Example:  ./bankroll call credit demo-anna 400 --id win-1 --reference bet-1"},
            mixinStandardHelpOptions = true)
    int credit(
            @Parameters(paramLabel = "PLAYER", description = "The player's id.") String player,
            @Parameters(paramLabel = "AMOUNT", description = "In minor units.") String amount,
            @Option(names = "--reference", paramLabel = "DEBIT_ID", description = "The debit that it pays out.")
                    String reference,
            @Mixin TransactionOptions options) {
        Map<String, Object> item = options.members("credit", player);
        item.put("amount", amount);
        item.put("currency", options.currency);
        item.put("reference_transaction_id", reference);
        return book(item);
    }

    @Command(
            description = "Takes a debit back.",
            footer = {"", "Example:  ./bankroll call rollback demo-anna bet-1 --id back-1"},
            mixinStandardHelpOptions = true)
    int rollback(
            @Parameters(paramLabel = "PLAYER", description = "The player's id.") String player,
            @Parameters(paramLabel = "DEBIT_ID", description = "The debit to reverse.") String debit,
            @Mixin TransactionOptions options) {
        Map<String, Object> item = options.members("rollback", player);
        item.put("reference_transaction_id", debit);
        return book(item);
    }

    @Command(
            description = "One transaction as it was booked.",
            footer = {"", "Example:  ./bankroll call lookup bet-1"},
            mixinStandardHelpOptions = true)
    int lookup(@Parameters(paramLabel = "TRANSACTION_ID", description = "Its id.") String id) {
        String escaped = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return print(target.platform().call("GET", "/transactions/" + escaped, ""));
    }

    @Command(
            description = "Any call of the platform's side, signed.",
            footer = {"", "Example:  ./bankroll call raw GET /transactions/bet-1"},
            mixinStandardHelpOptions = true)
    int raw(
            @Parameters(paramLabel = "METHOD", description = "GET, POST, …") String method,
            @Parameters(paramLabel = "PATH", description = "Behind the base address: /transactions, …") String path,
            @Parameters(
                            arity = "0..1",
                            defaultValue = "",
                            paramLabel = "BODY",
                            description = "Text, @FILE, or - for stdin.")
                    String body) {
        return print(target.platform().call(method, path, text(body)));
    }

    @Command(
            description = "Any call of the operator's side, with the token.",
            footer = {"", "Example:  ./bankroll call operator GET /operator/v1/status"},
            mixinStandardHelpOptions = true)
    int operator(
            @Parameters(paramLabel = "METHOD", description = "GET, POST, PUT, PATCH or DELETE.") String method,
            @Parameters(paramLabel = "PATH", description = "For example /operator/v1/status.") String path,
            @Parameters(
                            arity = "0..1",
                            defaultValue = "",
                            paramLabel = "BODY",
                            description = "Text, @FILE, or - for stdin.")
                    String body) {
        return print(target.operator().call(method, path, text(body)));
    }

    private int book(Map<String, Object> item) {
        String body = Json.write(Map.of("transactions", List.of(item)));
        return print(target.platform().call("POST", "/transactions", body));
    }

    private int print(HttpAnswer answer) {
        say("HTTP " + answer.status());
        print(out -> out.println(Json.pretty(answer.body())));
        if (!answer.isOk()) {
            return ExitCode.WRONG;
        }
        boolean isAllDone = Json.findAll(answer.body(), "results", "status").stream()
                .allMatch(status -> DONE.contains(status)
                        || okIf.stream().anyMatch(ok -> ok.label().equals(status)));
        return isAllDone ? ExitCode.OK : ExitCode.NOT_BOOKED;
    }

    private static String text(String body) {
        try {
            if (body.equals("-")) {
                return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return body.startsWith("@") ? Files.readString(Path.of(body.substring(1))) : body;
        } catch (IOException | InvalidPathException e) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "the body " + body + " can't be read: " + Reason.of(e),
                    "give @FILE, or the text itself");
        }
    }

    /** A status by its word: one that nothing can have would never be waited for. */
    static final class StatusReader implements ITypeConverter<Outcome> {
        @Override
        public Outcome convert(String word) {
            return Arrays.stream(Outcome.values())
                    .filter(outcome -> outcome.label().equals(word.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(word + " is none of: "
                            + Arrays.stream(Outcome.values())
                                    .map(Outcome::label)
                                    .collect(Collectors.joining(", "))));
        }
    }

    /** What a debit, a credit and a rollback may say besides the player and the amount. */
    static final class TransactionOptions {
        @Option(names = "--id", paramLabel = "ID", description = "The transaction's id; a new one unless given.")
        private String id;

        @Option(
                names = "--currency",
                paramLabel = "CURRENCY",
                defaultValue = "EUR",
                description = "${DEFAULT-VALUE} unless given.")
        private String currency;

        @Option(
                names = "--game",
                paramLabel = "GAME",
                defaultValue = "demo-game",
                description = "${DEFAULT-VALUE} unless given.")
        private String game;

        @Option(names = "--round", paramLabel = "ROUND", description = "The game round.")
        private String round;

        /** The members that every type has. */
        Map<String, Object> members(String type, String player) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("transaction_id", id == null ? type + "-" + UUID.randomUUID() : id);
            members.put("type", type);
            members.put("player_id", player);
            members.put("game_id", game);
            members.put("round_id", round);
            return members;
        }
    }
}
