package bankroll.snapshot;

import bankroll.protocol.PieceDigest;

/** How much of the machine the taking of a snapshot may have. */
public enum Effort {
    /** One processor, so that a service at work feels little of it. */
    BESIDE_A_SERVICE {
        @Override
        PieceDigest digest() {
            return PieceDigest.onOneProcessor();
        }
    },

    /** All of it: for tools. */
    ALONE {
        @Override
        PieceDigest digest() {
            return PieceDigest.onAllProcessors();
        }
    };

    abstract PieceDigest digest();
}
