package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A seed that breaks off; one that is whole is in {@link SeedTest}. */
@Timeout(60)
class PeerSeedTest {
    @TempDir
    Path directory;

    /** Without its log it would vote as if it had never confirmed anything. */
    @Test
    void shouldNotStartANodeWhoseSeedBrokeOff() throws IOException {
        ClusterContext context = LoneMember.of(directory, directory.resolve("buffers"));
        Path old = Files.createDirectories(directory.resolve(ClusterContext.DIRECTORY));
        Files.writeString(old.resolve("old"), "confirmed");
        PeerSeed seed = new PeerSeed(context, fault -> {});

        // The other node's mark is gone, just when it is asked for.
        assertThrows(NullPointerException.class, () -> seed.take(1, null, LogMark.START));
        assertFalse(Files.exists(old.resolve("old")));

        ConditionException refused = assertThrows(ConditionException.class, () -> new AeronLog(context).join(null));
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("run \"./bankroll cluster seed\" again"), refused::getMessage);
    }
}
