package bankroll.snapshot;

import bankroll.protocol.PieceDigest;
import java.util.concurrent.Executor;

/** How much of the machine the taking of a snapshot may have. */
public enum Effort {
    /** One thread and one disk access at a time, so that a service at work feels little of it. */
    BESIDE_A_SERVICE {
        @Override
        PieceDigest digest() {
            return PieceDigest.onOneProcessor();
        }

        @Override
        Executor forcing() {
            return Runnable::run;
        }
    },

    /** All of it: for tools. */
    ALONE {
        @Override
        PieceDigest digest() {
            return PieceDigest.onAllProcessors();
        }

        @Override
        Executor forcing() {
            return task -> new Thread(task, "snapshot-force").start();
        }
    };

    abstract PieceDigest digest();

    /** What forces run on while the next bytes are written. */
    abstract Executor forcing();
}
