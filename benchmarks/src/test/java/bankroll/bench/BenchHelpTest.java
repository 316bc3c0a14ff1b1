package bankroll.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.ExitCodeTable;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchHelpTest {
    @Test
    void shouldGiveAnExampleAndTheExitCodesInEveryHelp() throws IOException {
        ExitCodeTable table = ExitCodeTable.read();
        List<CommandLine> commands = andBelow(BenchMain.commandLine())
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .toList();

        for (CommandLine command : commands) {
            String name = command.getCommandSpec().qualifiedName();
            String help = command.getUsageMessage();
            assertTrue(help.contains("Example:  ./" + name), help);
            assertTrue(help.contains("Exit codes:"), help);
            assertEquals(
                    table.of(name.substring("bankroll ".length())),
                    new TreeSet<>(command.getCommandSpec()
                            .usageMessage()
                            .exitCodeList()
                            .keySet()),
                    name);
        }
        assertTrue(commands.size() >= 10, commands::toString);
    }

    @Test
    void shouldPrintTheVersionWithEveryCommand() {
        andBelow(BenchMain.commandLine())
                .forEach(command -> assertNotNull(command.getCommandSpec().versionProvider(), command::getCommandName));
    }

    private static Stream<CommandLine> andBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(BenchHelpTest::andBelow));
    }
}
