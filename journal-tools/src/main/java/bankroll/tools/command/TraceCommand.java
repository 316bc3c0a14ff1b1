package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.FieldWriter.JsonWriter;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemPrinter;
import bankroll.tools.report.Story;
import bankroll.tools.report.Subject;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span.Removed;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells the life of one transaction, transfer, round, player or session. */
@Command(
        name = "trace",
        description = {
            "Tells the life of a transaction, transfer, round, player or session.",
            "",
            "Every entry that touched it, in order, with the balance before and after.",
            "A player's sessions are known by what was before: for a player all is read, and the span is told."
        },
        footer = {
            "",
            "Example:  ./bankroll journal trace data tx-81",
            "Example:  ./bankroll journal trace data p-17 --as player --since 2026-11-20"
        })
final class TraceCommand extends JournalCommand {
    @Parameters(index = "1", paramLabel = "ID", description = "What to trace.")
    private String id;

    @Option(
            names = "--as",
            paramLabel = "KIND",
            description = "What the id names: transaction, transfer, round, player or session (default: any of them).")
    private Subject.Kind kind;

    @Option(names = "--platform", paramLabel = "NAME", description = "Only this platform's transactions and rounds.")
    private String platform;

    @Mixin
    private SpanOptions span;

    @Override
    public Integer call() {
        Set<Subject.Kind> kinds = kind == null ? EnumSet.allOf(Subject.Kind.class) : EnumSet.of(kind);
        Subject subject = new Subject(id, kinds, platform, span.span());
        JournalSource journal = source.open();
        FrameScan scan = FrameScan.of(journal, subject.neededSpan());
        String untold;
        try (TextBuffer out = console.output()) {
            AccountCurrencies accounts = new AccountCurrencies();
            Story story = new Story(out, accounts);
            Consumer<Item> teller =
                    console.isJson() ? new ItemPrinter(new JsonWriter(out), true, true)::print : story::tell;
            Item item = new Item();
            read("trace", scan, (buffer, offset, length) -> {
                item.wrap(buffer, offset);
                while (item.next()) {
                    accounts.note(item);
                    accounts.noteMoved(item); // a retention may have removed what opened the account
                    if (subject.isTouchedBy(item)) {
                        teller.accept(item);
                    }
                }
                return true;
            });
            untold = story.untold();
        }
        console.say(untold);
        console.say(Removed.told(journal, subject.neededSpan()));
        return conclude(subject);
    }

    private int conclude(Subject subject) {
        if (subject.counts().isEmpty()) {
            throw ConditionException.wrong("no entry names " + id + (kind == null ? "" : " as " + word(kind))
                    + (platform == null ? "" : " on platform " + platform));
        }
        if (!console.isJson()) {
            console.say("traced " + id + " as "
                    + subject.counts().entrySet().stream()
                            .map(entry -> word(entry.getKey()) + ": " + entry.getValue()
                                    + (entry.getValue() == 1 ? " item" : " items"))
                            .collect(Collectors.joining(", ")));
        }
        return ExitCode.OK;
    }

    private static String word(Subject.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
