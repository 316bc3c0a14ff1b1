package bankroll.gateway.contract.kit;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that no other test and no earlier run has used, so that all tests may share one service. */
public final class Fresh {
    private static final String RUN = HexFormat.of().toHexDigits(new SecureRandom().nextInt());
    private static final AtomicLong NEXT = new AtomicLong(1);

    private Fresh() {}

    /** A new id that begins with what it is. */
    public static String id(String kind) {
        return kind + "-" + RUN + "-" + NEXT.getAndIncrement();
    }

    /** A new currency of at most 16 characters, so that a test has a line of the trial balance for itself. */
    public static String currency() {
        return "C" + RUN + Long.toString(NEXT.getAndIncrement(), Character.MAX_RADIX);
    }
}
