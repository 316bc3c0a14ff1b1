package bankroll.gateway.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.backup.BackupTool.BackupFailure;
import bankroll.gateway.backup.BackupTool.Holding;
import org.junit.jupiter.api.Test;

/** What a run tells of its backup. */
class HoldingTest {
    @Test
    void shouldTakeWhatIsTold() throws BackupFailure {
        assertEquals(new Holding(7, 512), Holding.of("{\"backup\":\"/b\",\"last_sequence\":7,\"bytes\":512}"));
        assertEquals(new Holding(0, 0), Holding.of("{\"last_sequence\":0,\"bytes\":0}"));
    }

    @Test
    void shouldNotTakeARunForGoodThatDoesNotTellWhatItHolds() {
        BackupFailure failure = assertThrows(BackupFailure.class, () -> Holding.of("warning: the disk is slow"));
        assertEquals(
                "the backup ended with 0, but does not tell its last_sequence: warning: the disk is slow",
                failure.getMessage());
        assertThrows(BackupFailure.class, () -> Holding.of(""));
        assertThrows(BackupFailure.class, () -> Holding.of("{\"bytes\":512}"));
    }
}
