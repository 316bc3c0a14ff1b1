import bankroll.gateway.cli.BankrollMain;
import bankroll.tools.command.Commands;
import bankroll.tools.console.Console;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the completion of bash and zsh for all commands, as the start script offers them. */
final class Completion {
    private Completion() {}

    public static void main(String[] arguments) {
        CommandLine journal = new CommandLine(CommandSpec.create().name("journal"));
        Commands.addTo(journal, new Console(System.out, System.err));
        CommandLine all = BankrollMain.commandLine().addSubcommand("journal", journal);
        System.out.print(AutoComplete.bash("bankroll", all));
    }
}
