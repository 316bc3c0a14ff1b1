package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.json.Json;
import bankroll.tools.service.LiveService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups that the running service makes by itself: they hold what was acknowledged, and no failure of theirs is the service's. */
@Timeout(900)
class ScheduledBackupTest {
    /** Only the kill of a hook wants it short: a machine may take seconds to start one. */
    private static final String HOOK_LIMIT = Boolean.getBoolean("soak") ? "2 s" : "60 s";

    private static final int LOOKS = 30_000;
    private static final long PAUSE_NS = 20_000_000;

    @TempDir
    Path directory;

    private LiveService service;

    @Test
    void shouldBackUpByItselfRunTheHookAndOutliveWhateverFails() throws Exception {
        Path mount = Files.writeString(directory.resolve("mount"), "not mounted yet");
        Path backup = mount.resolve("backup");
        Path hook = hook("exit 0");
        try (LiveService live = LiveService.start(
                directory.resolve("data"),
                "backup { to = \"" + backup + "\", every = 1 s, nice = 0, hook-limit = " + HOOK_LIMIT + ", hook = \""
                        + hook
                        + "\" }")) {
            service = live;
            String broken = await("\"part\":\"backup\"");
            assertTrue(broken.contains("the backup to " + backup + " fails: "), broken);
            assertFalse(broken.contains("\"last_good_at\""), broken);
            open("anna");

            Files.delete(mount);
            Files.createDirectory(mount);
            await("\"hook_exit_code\":0");
            String good = await("\"degraded\":[]");
            assertTrue(good.contains("\"result\":\"good\""), good);
            assertEquals(
                    backup + " " + backup,
                    Files.readString(directory.resolve("hooked")).strip());
            assertTrue(metrics().contains("bankroll_backup_interval_seconds 1.0\n"));
            assertFalse(metrics().contains("bankroll_backup_failures_total 0.0\n"));

            hook("exit 3");
            String refused = await("\"hook_exit_code\":3");
            assertTrue(await("\"degraded\":[{").contains("ended with 3"), refused);
            if (Boolean.getBoolean("soak")) {
                hook("sleep 600 & wait");
                String killed = await("was not over after 2 s and was killed");
                assertFalse(killed.contains("hook_exit_code"), killed);
                assertTrue(Json.findNumber(killed.replaceFirst(".*\"backup\":", ""), "took_ms") < 2_000, killed);
            }

            hook("exit 0");
            long sequence = open("berta");
            for (int look = 0; backedUp() < sequence; look++) {
                assertTrue(look < LOOKS, this::status);
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        Called restored = Called.journal("restore", backup, directory.resolve("again"));
        assertEquals(0, restored.exitCode(), restored::toString);
    }

    /** As in a container whose own file system can't be written. */
    @Test
    void shouldBackUpWhereNoTemporaryFileCanBeMade() throws Exception {
        Path noDirectory = Files.createFile(directory.resolve("no-directory"));
        try (LiveService live = LiveService.start(
                Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + noDirectory),
                directory.resolve("data"),
                "backup { to = \"" + directory.resolve("backup") + "\", every = 1 s, nice = 0 }")) {
            service = live;
            String ended = await("\"last_run_at\":");

            assertTrue(ended.contains("\"last_good_at\":"), ended);
        }
    }

    private long open(String player) {
        HttpAnswer answer = service.operator()
                .call(
                        "POST",
                        "/operator/v1/players",
                        "{\"players\":[{\"player_id\":\"" + player + "\",\"currency\":\"EUR\"}]}");
        assertTrue(answer.body().contains("created"), answer.body());
        return Json.findNumber(status(), "sequence");
    }

    /** The hook of this service; it says where it was called, in one go while others read it, then ends as told. */
    private Path hook(String end) throws IOException {
        Path said = directory.resolve("hooked");
        Path saying = directory.resolve("hooked.new");
        Path fresh = Files.writeString(
                directory.resolve("hook.new"),
                "#!/bin/sh\necho \"$1 $BANKROLL_BACKUP\" >" + saying + "\nmv " + saying + " " + said + "\n" + end
                        + "\n");
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
        return Files.move(fresh, directory.resolve("hook"), StandardCopyOption.REPLACE_EXISTING);
    }

    private String await(String wanted) {
        String status = status();
        for (int look = 0; !status.contains(wanted); look++) {
            assertTrue(look < LOOKS, status);
            LockSupport.parkNanos(PAUSE_NS);
            status = status();
        }
        return status;
    }

    private long backedUp() {
        String status = status();
        return Json.findNumber(status.replaceFirst(".*\"backup\":", ""), "sequence");
    }

    private String status() {
        return service.operator().call("GET", "/operator/v1/status", "").body();
    }

    private String metrics() {
        return service.operator().call("GET", "/metrics", "").body();
    }
}
