package bankroll.tools.command;

import bankroll.condition.ConditionException;
import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.Option;

/** Whose days are meant. */
final class ZoneOption {
    @Option(names = "--time-zone", paramLabel = "ZONE", description = "Whose days, as in Europe/Vienna (default: UTC).")
    private String zone = "UTC";

    ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw ConditionException.misuse(
                    "--time-zone " + zone + " is no time zone: write Europe/Vienna, UTC or +02:00");
        }
    }
}
