package bankroll.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.testkit.ExitCodeTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
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

    /** An example is there to be pasted, and the help breaks what is wider than itself. */
    @Test
    void shouldBreakNoExample() {
        andBelow(BenchMain.commandLine())
                .map(command -> command.getCommandSpec().usageMessage())
                .forEach(usage -> List.of(usage.footer())
                        .forEach(line -> assertTrue(line.length() <= usage.width() || line.endsWith("."), line)));
    }

    @Test
    void shouldPrintTheVersionWithEveryCommand() {
        andBelow(BenchMain.commandLine())
                .forEach(command -> assertNotNull(command.getCommandSpec().versionProvider(), command::getCommandName));
    }

    @Test
    void shouldShowAStackTraceOfADefectAlone() {
        String condition = saidOf(new ConditionException(ExitCode.IO, "the disk is full", "make room"), ExitCode.WRONG);
        assertEquals("bankroll: the disk is full; make room", condition.strip());
        assertEquals(
                "bankroll: --url is wrong",
                saidOf(new IllegalArgumentException("--url is wrong"), 2).strip());
        assertTrue(
                saidOf(new IllegalStateException("no answer"), ExitCode.WRONG).contains("\tat "));
    }

    private static String saidOf(Exception failure, int exitCode) {
        StringWriter said = new StringWriter();
        CommandLine line = BenchMain.commandLine();
        line.addSubcommand("fail", CommandLine.Model.CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
            throw failure;
        }));
        assertEquals(exitCode, BenchMain.execute(line.setErr(new PrintWriter(said)), "fail"), said::toString);
        return said.toString();
    }

    private static Stream<CommandLine> andBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(BenchHelpTest::andBelow));
    }
}
