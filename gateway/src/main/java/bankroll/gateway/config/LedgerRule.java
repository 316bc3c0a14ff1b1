package bankroll.gateway.config;

import bankroll.cluster.AeronLog;
import bankroll.cluster.ClusterContext;
import bankroll.cluster.LeftLog;
import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import java.nio.file.Path;

/** Where a start makes a new ledger, and where it must find one. */
public final class LedgerRule {
    private LedgerRule() {}

    /**
     * A new one is made where that is asked for, and where a node of a cluster was ended while it waited for the others with
     * which it begins one, or before its journal was safe for the first time: it goes on. One that goes on alone must have the
     * ledger in its log, then.
     *
     * @return whether a ledger is there already
     * @throws ConditionException when none is and none is to be made, with what is there and what helps
     */
    public static boolean require(Configuration configuration) {
        DataDirectory data = data(configuration);
        boolean mayMake = configuration.get(Settings.INIT)
                || configuration.get(Settings.DEMO)
                || data.hasLog() && isMadeOfLog(configuration);
        if (mayMake) {
            data.requireLedgerOrFree();
        } else {
            data.requireLedger();
        }
        return data.hasLedger();
    }

    /**
     * Whether a ledger is there or could be made there: what can be said before the first start as before each other one.
     *
     * @throws ConditionException when neither is so, with what is there and what helps
     */
    public static void requirePlace(Configuration configuration) {
        data(configuration).requireLedgerOrFree();
    }

    private static DataDirectory data(Configuration configuration) {
        Path path = configuration.get(Settings.DATA);
        return isMember(configuration) ? DataDirectory.ofMember(path) : new DataDirectory(path);
    }

    private static boolean isMadeOfLog(Configuration configuration) {
        ClusterContext log = configuration.contexts().cluster();
        return isMember(configuration) ? AeronLog.isForming(log) : LeftLog.holdsLedger(log);
    }

    private static boolean isMember(Configuration configuration) {
        return !configuration.get(ClusterSettings.MEMBERS).isEmpty();
    }
}
