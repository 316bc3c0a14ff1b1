package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.protocol.Outcome;
import bankroll.tools.entry.Filter;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemType;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Options that choose items of entries. */
final class FilterOptions {
    @Option(names = "--player", paramLabel = "ID", description = "Only this player.")
    private String player;

    @Option(
            names = "--transaction",
            paramLabel = "ID",
            description = "Only this transaction or transfer, and what refers to it.")
    private String transaction;

    @Option(names = "--round", paramLabel = "ID", description = "Only this round.")
    private String round;

    @Option(names = "--game", paramLabel = "ID", description = "Only this game.")
    private String game;

    @Option(names = "--session", paramLabel = "ID", description = "Only this session.")
    private String session;

    @Option(names = "--by", paramLabel = "NAME", description = "Only what this platform or operator token asked for.")
    private String origin;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            split = ",",
            description = "Only these: debit, credit, rollback, deposit, withdrawal, adjustment, player, block, ...")
    private List<String> types = List.of();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Only these outcomes: ok, insufficient_funds, session_invalid, ...")
    private List<String> statuses = List.of();

    @Option(names = "--anomalies", description = "Only what an auditor should see.")
    private boolean anomalies;

    Filter filter() {
        return new Filter()
                .types(chosen("type", types, ItemType.class, ItemType::label))
                .outcomes(chosen("status", statuses, Outcome.class, Outcome::label))
                .anomaliesOnly(anomalies)
                .origin(origin)
                .text(ItemField.ROUND_ID, round)
                .text(ItemField.PLAYER_ID, player)
                .text(ItemField.TRANSACTION_ID, transaction)
                .text(ItemField.GAME_ID, game)
                .text(ItemField.SESSION_ID, session);
    }

    private static <E extends Enum<E>> Set<E> chosen(
            String option, List<String> words, Class<E> type, Function<E, String> label) {
        Set<E> all = EnumSet.allOf(type);
        Set<E> chosen = EnumSet.noneOf(type);
        for (String word : words) {
            List<E> matching = all.stream()
                    .filter(each -> label.apply(each).equals(word.toLowerCase(Locale.ROOT)))
                    .toList();
            if (matching.isEmpty()) {
                throw ConditionException.misuse("--" + option + " " + word + " is none of: "
                        + all.stream().map(label).collect(Collectors.joining(", ")));
            }
            chosen.addAll(matching);
        }
        return chosen;
    }
}
