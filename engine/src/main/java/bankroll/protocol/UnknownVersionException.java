package bankroll.protocol;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;

/** A command was laid out by another program than this one. */
public final class UnknownVersionException extends ConditionException {
    private static final long serialVersionUID = 1L;

    UnknownVersionException(int version) {
        super(
                ExitCode.DAMAGE,
                "an entry has version " + version + ", this program reads version " + CommandHeader.VERSION,
                "use the release that wrote it");
    }
}
