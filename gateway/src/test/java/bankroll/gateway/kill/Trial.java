package bankroll.gateway.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import java.nio.file.Path;

/**
 * One data directory through the lives of its processes: at each start the new process is held against what the callers
 * were told by all that were before it.
 */
public final class Trial implements AutoCloseable {
    private final ServiceSettings settings;
    private final Path data;
    private final int detailsBytes;
    private final Callers callers;
    private ServiceProcess process;
    private ServiceUnderTest service;
    private boolean isOpen;

    /** A trial over a directory that need not exist; what callers play depends on the seed. */
    public Trial(ServiceSettings settings, Path data, long seed) {
        this(settings, data, seed, 0);
    }

    /** The same with so many bytes of details in each debit, which fill the journal. */
    public Trial(ServiceSettings settings, Path data, long seed, int detailsBytes) {
        this.settings = settings;
        this.data = data;
        this.detailsBytes = detailsBytes;
        callers = new Callers(seed);
    }

    /** Settings with a snapshot every 300 transactions, at least every second, and journal files of 32 MiB. */
    public static ServiceSettings settings(String policy) {
        return new ServiceSettings()
                .set("journal.sync", policy)
                .set("journal.file-bytes", 33_554_432)
                .set("snapshot.every-transactions", 300)
                .set("snapshot.every-seconds", 1);
    }

    /** Starts a process and compares. */
    public Trial start() {
        return start(Launch.PLAIN);
    }

    /** Starts a process and compares. */
    public Trial start(Launch launch) {
        process = ServiceProcess.start(settings, data, launch);
        service = ServiceUnderTest.of(process);
        compare();
        return this;
    }

    /** Starts a process that may end before it's ready; whether it became ready. */
    public boolean tryToStart(Launch launch) {
        process = ServiceProcess.begin(settings, data, launch);
        service = ServiceUnderTest.of(process);
        return process.becomesReady();
    }

    /** Holds the process against what was told. */
    public void compare() {
        if (isOpen) {
            callers.compare(service);
        } else {
            callers.open(service, detailsBytes);
            isOpen = true;
        }
    }

    /** Begins the load. */
    public Trial load() {
        callers.start(service);
        return this;
    }

    public Callers callers() {
        return callers;
    }

    public ServiceProcess process() {
        return process;
    }

    public ServiceUnderTest service() {
        return service;
    }

    /** Where the data is. */
    public Path data() {
        return data;
    }

    /** SIGKILL, in the midst of the load. */
    public void kill() throws InterruptedException {
        process.kill();
        callers.awaitGone();
    }

    /** The process ends by itself under load; its exit code. */
    public int awaitEnd() throws InterruptedException {
        int code = process.awaitExit();
        callers.awaitGone();
        return code;
    }

    /** Ends the load and compares while the process is alive. */
    public void settle() throws InterruptedException {
        callers.stop();
        compare();
    }

    /** In the end: a service in this JVM, which starts faster, finds what the last process left, compares and ends in order. */
    public void compareAtTheEnd() {
        try (ServiceUnderTest last = ServiceUnderTest.start(settings, data)) {
            callers.compare(last);
        }
    }

    /** SIGTERM must end it in order. */
    public void stop() {
        assertEquals(0, process.terminate(), process::logged);
    }

    @Override
    public void close() {
        if (process != null && process.process().isAlive()) {
            process.kill();
        }
    }
}
