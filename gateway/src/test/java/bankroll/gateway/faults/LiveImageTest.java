package bankroll.gateway.faults;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.kill.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk as it is at one moment under load: what a power cut at that moment would leave if every write that had
 * reached the disk stayed. The image of an ext4 that lies in an xfs, made by reflink while both are in use.
 */
@NeedsOwnService
class LiveImageTest {
    private static final int IMAGES = Integer.getInteger("images", 20);
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int IMAGES_OF_A_PROCESS = 5;
    private static final long HOST_BYTES = 3L << 30;
    private static final long LONGEST_PAUSE_NS = 300_000_000;
    private static final int DETAILS_BYTES = 20_000;

    private final Random random = new Random(SEED);

    @TempDir
    Path directory;

    @Test
    void shouldFindInAnImageOfALiveDiskWhatWasAcknowledgedBefore() throws InterruptedException {
        Needs.soak();
        LoopDisk.isNeeded("xfs");
        LoopDisk.isNeeded("ext4");
        System.out.println("images of a live disk: -Dseed=" + SEED);
        for (int done = 0; done < IMAGES; done += IMAGES_OF_A_PROCESS) {
            try (LoopDisk host = LoopDisk.make("xfs", directory.resolve("host" + done + ".img"), HOST_BYTES)) {
                onOneHost(host, Math.min(IMAGES_OF_A_PROCESS, IMAGES - done));
            }
            System.out.println(Math.min(IMAGES, done + IMAGES_OF_A_PROCESS) + " images");
        }
    }

    private void onOneHost(LoopDisk host, int count) throws InterruptedException {
        List<Path> images = new ArrayList<>();
        try (LoopDisk disk = LoopDisk.make("ext4", host.directory().resolve("disk.img"));
                Trial trial = trial(disk)) {
            trial.start().load();
            trial.callers().awaitAnswers(5);
            for (int i = 0; i < count; i++) {
                LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NS));
                trial.callers().mark();
                images.add(copy(disk.image(), i));
            }
            trial.callers().stop();
            for (int mark = 0; mark < count; mark++) {
                compare(trial, mark, images.get(mark));
            }
        }
    }

    private static Path copy(Path image, int number) {
        Path copy = image.resolveSibling("copy" + number + ".img");
        Shell.run("cp", "--reflink=always", image.toString(), copy.toString());
        return copy;
    }

    private static void compare(Trial trial, int mark, Path image) {
        try (LoopDisk disk = LoopDisk.of(image);
                ServiceUnderTest service = ServiceUnderTest.of(
                        ServiceProcess.start(settings(), disk.directory().resolve("data")))) {
            trial.callers().compareWithMark(mark, service);
        }
    }

    private Trial trial(LoopDisk disk) {
        return new Trial(settings(), disk.directory().resolve("data"), random.nextLong(), DETAILS_BYTES);
    }

    private static ServiceSettings settings() {
        return Trial.settings("always").set("journal.low-water-bytes", 0);
    }
}
