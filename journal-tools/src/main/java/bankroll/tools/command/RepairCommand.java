package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.recovery.TailRecovery;
import bankroll.tools.console.Summary;
import bankroll.tools.source.Location;
import bankroll.tools.source.Mark;
import bankroll.tools.source.Tail;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Cuts a torn tail. */
@Command(
        name = "repair",
        description = {
            "Cuts a torn tail, only with --yes.",
            "",
            "A power cut may leave one behind what was forced to disk. The cut bytes are kept in the journal's "
                    + "\"set-aside\" directory. Without --yes it only says what it would do. Damage in the middle is never "
                    + "touched: \"salvage\" puts the journal together with a backup."
        },
        footer = {"", "Example:  ./bankroll journal repair data --yes"})
final class RepairCommand extends JournalCommand {
    @Option(names = "--yes", description = "Do it.")
    private boolean isConfirmed;

    @Override
    public Integer call() throws IOException {
        Location location = source.location();
        Tail tail = location.tail();
        location.journal();
        long[] last = new long[1];
        CorruptJournalException damage = readToDamage("read", location.open(), (buffer, offset, length) -> {
            last[0] = Frame.sequence(buffer, offset);
            return true;
        });
        if (damage != null && !tail.isTorn(damage)) {
            throw ConditionException.wrong(
                    "damage in the middle is not repaired, because entries that were promised would be lost: "
                            + tail.what(damage) + "; " + tail.cure(damage));
        }
        return isConfirmed ? repair(location) : announce(location, tail, damage, last[0]);
    }

    private int announce(Location location, Tail tail, CorruptJournalException damage, long last) {
        Mark mark = location.mark();
        Summary summary = new Summary().put("directory", location.directory().toString());
        putBounds(summary, location, mark);
        if (damage == null) {
            String found = mark.isEndTold() ? "nothing to repair was found by reading" : mark.good(last);
            summary.put("result", found + "; --yes also closes what a killed service left");
            console.say(mark.warning(last));
        } else {
            summary.put("damage", tail.what(damage));
            summary.put("result", "torn tail: --yes cuts it behind sequence " + (damage.sequence() - 1));
        }
        return console.conclude(summary, damage == null);
    }

    /** What every start of the service does with what it finds; it refuses damage, too. */
    private int repair(Location location) throws IOException {
        try (DirectoryLock lock = DirectoryLock.acquire(location.journal(), "stop that one first")) {
            RecoveredJournal recovered = TailRecovery.run(location.journal()).recovered();
            List<String> warnings = recovered.warnings();
            console.print(new Summary()
                    .put("directory", location.directory().toString())
                    .put("last_sequence", recovered.lastSequence())
                    .put(
                            "done",
                            warnings.stream()
                                    .map(warning -> new Summary().put("what", warning))
                                    .toList())
                    .put("result", warnings.isEmpty() ? "nothing had to be repaired" : "repaired"));
        }
        return ExitCode.OK;
    }
}
