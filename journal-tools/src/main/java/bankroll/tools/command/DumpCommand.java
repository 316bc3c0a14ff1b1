package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Frame;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.FieldWriter;
import bankroll.tools.entry.FieldWriter.JsonWriter;
import bankroll.tools.entry.FieldWriter.LineWriter;
import bankroll.tools.entry.Filter;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemPrinter;
import bankroll.tools.salvage.GoodFrames;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import bankroll.tools.source.Span.Removed;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints entries, one line an item; follows a live journal. */
@Command(
        name = "dump",
        description = "Prints entries as lines or JSON lines; can follow a live journal.",
        footer = {
            "",
            "Example:  ./bankroll journal dump data --player p-17 --type debit,credit",
            "Example:  ./bankroll journal dump data --skip-damage --from-sequence 81234",
            "Example:  ./bankroll journal dump data --follow --json | jq .balance"
        })
final class DumpCommand extends JournalCommand {
    @Mixin
    private SpanOptions span;

    @Mixin
    private Filter filter;

    @Option(names = "--follow", description = "At the end, wait for more, until Ctrl-C.")
    private boolean isFollowing;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after so many lines.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--skip-damage",
            description = "Print every whole entry, also those behind damage; says which can't be read.")
    private boolean isSkippingDamage;

    @Option(names = "--details", description = "Print the platform's details, too; --json always does.")
    private boolean withDetails;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw ConditionException.misuse("--limit " + limit + " prints nothing: ask for 1 line or more");
        }
        if (isSkippingDamage) {
            return skipDamage();
        }
        JournalSource journal = source.open();
        FrameScan scan = FrameScan.of(journal, span.span());
        console.say(Removed.told(journal, span.span()));
        try (TextBuffer out = console.output()) {
            Printing printing = printing(out);
            if (isFollowing) {
                follow(scan, out, printing);
            } else {
                read("dump", scan, printing);
            }
        }
        return ExitCode.OK;
    }

    /** Exit code 1 when entries between others are not there: what is printed is no whole account. */
    private int skipDamage() {
        if (isFollowing) {
            throw ConditionException.misuse("--skip-damage reads what is there once: leave --follow out");
        }
        Path directory = source.directory();
        Span part = span.span();
        boolean[] hasGap = new boolean[1];
        GoodFrames frames;
        try (Progress progress = console.progress("look", "bytes", GoodFrames.bytes(directory))) {
            frames = GoodFrames.in(directory, progress::at);
        }
        frames.unreadable().forEach(bytes -> console.say(bytes.text()));
        frames.leftOut().forEach(entries -> console.say(entries.text()));
        try (TextBuffer out = console.output()) {
            Printing printing = printing(out);
            frames.each(
                    (buffer, offset, length) ->
                            !part.contains(Frame.sequence(buffer, offset), Frame.timeMs(buffer, offset))
                                    || printing.onFrame(buffer, offset, length),
                    (first, last) -> {
                        hasGap[0] = true;
                        console.say("entries " + first + " to " + last + " can't be read here");
                    });
        }
        if (!frames.isEndTold()) {
            console.say("nothing tells whether more was forced behind entry " + frames.lastSequence());
        }
        return hasGap[0] ? ExitCode.WRONG : ExitCode.OK;
    }

    private Printing printing(TextBuffer out) {
        FieldWriter writer = console.isJson() ? new JsonWriter(out) : new LineWriter(out);
        ItemPrinter printer = new ItemPrinter(writer, false, withDetails || console.isJson());
        return new Printing(filter.conclude(), printer, limit);
    }

    private static void follow(FrameScan scan, TextBuffer out, Printing printing) {
        try (CtrlC end = CtrlC.install()) {
            scan.follow(printing, out::flush, end::isTold);
            out.flush();
        }
    }

    /** Prints what the filter lets through, up to a number of lines. */
    private static final class Printing implements FrameHandler {
        private final Filter filter;
        private final ItemPrinter printer;
        private final Item item = new Item();
        private long left;

        private Printing(Filter filter, ItemPrinter printer, long limit) {
            this.filter = filter;
            this.printer = printer;
            left = limit;
        }

        @Override
        public boolean onFrame(org.agrona.DirectBuffer buffer, int offset, int length) {
            item.wrap(buffer, offset);
            while (left > 0 && item.next()) {
                if (filter.matches(item)) {
                    printer.print(item);
                    left--;
                }
            }
            return left > 0;
        }
    }

    /**
     * Makes Ctrl-C (or SIGTERM) the proper end of a command that has no end of its own: it finishes the line that it is at, and
     * the process ends with exit code 0. Made and closed by the command's thread.
     */
    private static final class CtrlC implements AutoCloseable {
        private static final long PATIENCE_MS = 5_000;

        private final CountDownLatch finished = new CountDownLatch(1);
        private final Thread hook = new Thread(this::end, "ctrl-c");
        private volatile boolean isTold;

        private CtrlC() {}

        /** From now on, until it is closed. */
        private static CtrlC install() {
            CtrlC installed = new CtrlC();
            Runtime.getRuntime().addShutdownHook(installed.hook);
            return installed;
        }

        /** Whether the command has been told to end. */
        private boolean isTold() {
            return isTold;
        }

        /** All is written. */
        @Override
        public void close() {
            finished.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // it is at work, and ends the process
            }
        }

        /** The JVM would end with 128 + the signal's number. Nobody may read what is still written: so not for ever. */
        private void end() {
            isTold = true;
            try {
                boolean isWritten = finished.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
                Runtime.getRuntime().halt(isWritten ? ExitCode.OK : ExitCode.WRONG);
            } catch (InterruptedException e) {
                Runtime.getRuntime().halt(ExitCode.WRONG);
            }
        }
    }
}
