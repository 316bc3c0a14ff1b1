package bankroll.tools.console;

import bankroll.condition.ExitCode;
import bankroll.condition.Terminal;
import bankroll.tools.console.TextBuffer.OutputFailure;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * What a command talks to: standard output for its answer, standard error for what a person wants to know meanwhile. It
 * knows the options that every command has. One thread.
 */
public final class Console {
    private final OutputStream out;
    private final PrintStream err;
    private Progress shown = Progress.none();

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Answer in JSON, for machines.")
    private boolean json;

    @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "Show no progress.")
    private boolean quiet;

    /** Writes to these streams, which stay open. */
    public Console(OutputStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Whether the answer is for a machine. */
    public boolean isJson() {
        return json;
    }

    /** Standard output for many lines; to be closed. */
    public TextBuffer output() {
        return new TextBuffer(Terminal.OUTPUT.isThere() ? new Screen(out, () -> shown.close()) : out);
    }

    /** Prints a result to standard output. */
    public void print(Summary summary) {
        try (TextBuffer text = output()) {
            text.text(json ? summary.toJson() + "\n" : summary.toText());
        }
    }

    /** Prints a verdict and gives its exit code: that of a bad one also when nobody reads it, as behind {@code | head}. */
    public int conclude(Summary summary, boolean isGood) {
        try {
            print(summary);
        } catch (OutputFailure e) {
            e.unlessReaderGone();
        }
        return isGood ? ExitCode.OK : ExitCode.WRONG;
    }

    /** Prints rows to standard output as CSV, behind a header line with the names of {@code columns}. */
    public void print(Summary columns, List<Summary> rows) {
        try (TextBuffer text = output()) {
            Summary.writeCsv(columns, rows, text);
        }
    }

    /** Says something to the person at the terminal, besides the result; null is nothing. */
    public void say(String sentence) {
        if (sentence != null) {
            err.println(Visible.lines(sentence));
        }
    }

    /** Progress on standard error, unless it is not wanted. */
    public Progress progress(String task, String unit, long total) {
        shown = quiet ? Progress.none() : Progress.of(task, unit, total, err);
        return shown;
    }

    /** Output to a person's terminal: a progress bar on the same screen gives way to it. One thread. */
    static final class Screen extends FilterOutputStream {
        private final Runnable giveWay;

        /** @param giveWay called before anything is written */
        Screen(OutputStream out, Runnable giveWay) {
            super(out);
            this.giveWay = giveWay;
        }

        @Override
        public void write(int value) throws IOException {
            giveWay.run();
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length > 0) {
                giveWay.run();
                out.write(bytes, offset, length);
            }
        }
    }
}
