package bankroll.tools.entry;

import bankroll.condition.ConditionException;
import bankroll.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which items are wanted, by options of the command line; all conditions must hold. One thread. */
public final class Filter {
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
    private boolean anomaliesOnly;

    private final List<TextIs> wantedTexts = new ArrayList<>();
    private Set<ItemType> wantedTypes = Set.of();
    private Set<Outcome> wantedOutcomes = Set.of();

    /** Takes the options' words, and refuses those that are none; to be called once, before the first item. */
    public Filter conclude() {
        wantedTypes = chosen("type", types, ItemType.class, ItemType::label);
        wantedOutcomes = chosen("status", statuses, Outcome.class, Outcome::label);
        want(ItemField.ROUND_ID, round);
        want(ItemField.PLAYER_ID, player);
        want(ItemField.TRANSACTION_ID, transaction);
        want(ItemField.GAME_ID, game);
        want(ItemField.SESSION_ID, session);
        return this;
    }

    private void want(ItemField field, String value) {
        if (value != null) {
            wantedTexts.add(new TextIs(field, value.getBytes(StandardCharsets.UTF_8)));
        }
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

    /** Whether the item is wanted. */
    public boolean matches(Item item) {
        return (wantedTypes.isEmpty() || wantedTypes.contains(item.type()))
                && (wantedOutcomes.isEmpty() || wantedOutcomes.contains(item.outcome()))
                && (!anomaliesOnly || item.anomaly().code() != 0)
                && (origin == null || origin.equals(item.originName()))
                && hasTexts(item);
    }

    private boolean hasTexts(Item item) {
        for (int i = 0; i < wantedTexts.size(); i++) {
            if (!wantedTexts.get(i).matches(item.texts())) {
                return false;
            }
        }
        return true;
    }

    private record TextIs(ItemField field, byte[] value) {
        boolean matches(ItemTexts texts) {
            return texts.is(field, value)
                    || field == ItemField.TRANSACTION_ID
                            && (texts.is(ItemField.TRANSFER_ID, value)
                                    || texts.is(ItemField.REFERENCE_TRANSACTION_ID, value));
        }
    }
}
