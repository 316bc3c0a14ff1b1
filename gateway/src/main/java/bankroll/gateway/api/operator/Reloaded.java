package bankroll.gateway.api.operator;

import java.util.List;

/**
 * What came of reading the configuration again.
 *
 * @param platforms how many may call now
 * @param tokens how many there are now
 * @param waiting keys of settings that were changed and wait for the next start
 * @param problems why nothing was changed, each a sentence without a secret; empty when all went well
 */
public record Reloaded(int platforms, int tokens, List<String> waiting, List<String> problems) {
    /** Nothing was changed. */
    public static Reloaded refused(List<String> problems) {
        return new Reloaded(0, 0, List.of(), problems);
    }
}
