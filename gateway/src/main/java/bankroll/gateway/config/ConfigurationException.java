package bankroll.gateway.config;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.util.List;

/** The configuration can't be used; names every problem with its cure. */
public final class ConfigurationException extends ConditionException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** At least one problem, each a sentence. */
    public ConfigurationException(List<String> problems) {
        super(ExitCode.USAGE, String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    @Override
    public List<String> lines() {
        return problems;
    }
}
