package bankroll.gateway.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints: its results to the output, words about them to the error output. */
abstract class Printing {
    @Spec
    private CommandSpec spec;

    /** Prints a result, and keeps nothing of it back. */
    final void print(Consumer<PrintWriter> result) {
        PrintWriter out = out();
        result.accept(out);
        out.flush();
    }

    /** Says a line to who is at the terminal. */
    final void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    /** Where results go, for who flushes it himself. */
    final PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
