package bankroll.gateway.watch;

import bankroll.memory.NativeLibraries;
import com.sun.jna.Native;
import java.util.OptionalInt;

/** What Linux thinks of its own clock: adjtimex(2), asked for nothing but its answer. */
final class KernelClock {
    /** The clock isn't synchronised with anything. */
    static final int UNSYNCHRONISED = 5;

    /** More than struct timex has on any architecture; modes 0, its first field, changes nothing. */
    private static final int TIMEX_BYTES = 512;

    private KernelClock() {}

    /** Its state; nothing where it can't be asked. */
    static OptionalInt state() {
        try {
            int state = Calls.adjtimex(new byte[TIMEX_BYTES]);
            return state < 0 ? OptionalInt.empty() : OptionalInt.of(state);
        } catch (RuntimeException | LinkageError e) {
            return OptionalInt.empty();
        }
    }

    private static final class Calls {
        static {
            NativeLibraries.unpackForThisProcess();
            Native.register(Calls.class, "c");
        }

        private Calls() {}

        static native int adjtimex(byte[] timex);
    }
}
