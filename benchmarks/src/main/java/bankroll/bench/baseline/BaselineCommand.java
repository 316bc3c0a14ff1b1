package bankroll.bench.baseline;

import picocli.CommandLine.Command;

/** {@code bench baseline}: the same work in another system. */
@Command(
        name = "baseline",
        description = "The same bookings in another system, checked alike, beside Bankroll.",
        footer = {"", "Example:  ./bankroll bench baseline postgres --help"},
        mixinStandardHelpOptions = true,
        subcommands = PostgresCommand.class,
        synopsisSubcommandLabel = "postgres")
public final class BaselineCommand {}
