package bankroll.journal.chronicle;

import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.posix.MAdviseFlag;
import net.openhft.posix.PosixAPI;

/**
 * Tells the system that a mapped file will be written, not read through: else the first touch of a page in reserved
 * blocks makes it read ahead, which is to fill megabytes with zeros in the middle of an append (a fifth of the writer's
 * time and its longest stalls, measured). Where that can't be said, everything works the same, slower.
 */
final class ReadAhead {
    private ReadAhead() {}

    static void off(BytesStore<?, ?> mapping) {
        try {
            PosixAPI.posix()
                    .madvise(mapping.addressForRead(mapping.start()), mapping.realCapacity(), MAdviseFlag.MADV_RANDOM);
        } catch (RuntimeException | LinkageError e) {
            // Advice that isn't taken changes nothing but the speed.
        }
    }
}
