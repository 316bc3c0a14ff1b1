package bankroll.tools.command;

import bankroll.tools.entry.Decimals;
import java.util.List;
import picocli.CommandLine.Option;

/** How amounts look outside. */
final class DecimalsOption {
    @Option(
            names = "--decimals",
            paramLabel = "[CODE=]N",
            split = ",",
            description =
                    "Amounts have N digits behind the point, in this currency or in all: 2, or EUR=2,JPY=0 (default:"
                            + " minor units without a point).")
    private List<String> words = List.of();

    Decimals decimals() {
        return Decimals.of(words);
    }
}
