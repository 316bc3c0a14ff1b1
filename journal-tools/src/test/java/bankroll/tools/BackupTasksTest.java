package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.backup.BackupCheck;
import bankroll.tools.backup.BackupRun;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup shows as its size: a time left is only as good as that. */
class BackupTasksTest {
    @TempDir
    Path temporary;

    private final List<String> begun = new ArrayList<>();
    private final Tasks tasks = (task, unit, total) -> {
        begun.add(task + " " + total + " " + unit);
        return Progress.none();
    };

    @Test
    void shouldTellOnlyWhatThisRunDoes() throws IOException {
        Path data = temporary.resolve("data");
        Path backup = temporary.resolve("backup");
        Story.write(data);
        JournalDirectory journal = new JournalDirectory(data.resolve("journal"));

        new BackupRun(journal, null, backup).run(3, tasks);
        BackupManifest manifest = new BackupRun(journal, null, backup).run(Long.MAX_VALUE, tasks);

        long rest = manifest.lastSequence() - 3;
        String bytes = manifest.bytes() + " bytes";
        assertEquals(
                List.of("backup 3 entries", "backup " + rest + " entries", "merge " + bytes, "read back " + bytes),
                begun);

        begun.clear();
        new BackupCheck(backup, manifest).sample(new Random(1), tasks);
        new BackupCheck(backup, manifest).all(tasks);
        assertEquals(List.of("check " + manifest.bytes() + " bytes", "check " + manifest.bytes() + " bytes"), begun);
    }
}
