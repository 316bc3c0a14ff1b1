package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process ignores SIGHUP when the one that starts it does, as under nohup. The processes of tests hear it all the same. */
public final class HangUpSignal {
    private static final String AS_USUAL = "--default-signal=HUP";
    private static final boolean IS_IGNORED = isIgnored();
    private static final boolean CAN_BE_HEARD = !IS_IGNORED || canBeUndone();

    private HangUpSignal() {}

    /** Whether a process that a test starts hears it. */
    public static boolean canBeHeard() {
        return CAN_BE_HEARD;
    }

    /** The program under which a process hears it; empty when it does by itself, or can't. */
    static List<String> hearing() {
        return IS_IGNORED && CAN_BE_HEARD ? List.of("env", AS_USUAL) : List.of();
    }

    private static boolean canBeUndone() {
        try {
            return new ProcessBuilder("env", AS_USUAL, "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Only Linux tells. */
    private static boolean isIgnored() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> line.substring("SigIgn:".length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 1) != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
