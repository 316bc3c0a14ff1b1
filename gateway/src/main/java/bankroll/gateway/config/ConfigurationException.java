package bankroll.gateway.config;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.util.List;
import java.util.stream.Stream;

/** The configuration can't be used; names every problem with its cure. */
public final class ConfigurationException extends ConditionException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;
    private final transient List<String> missing;

    /** At least one problem, each a sentence. */
    public ConfigurationException(List<String> problems) {
        this(problems, List.of());
    }

    /**
     * The same, and what a service would miss besides.
     *
     * @param missing not told unless it is asked for: a client and a look at the machine do without
     */
    ConfigurationException(List<String> problems, List<String> missing) {
        super(ExitCode.USAGE, String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
        this.missing = List.copyOf(missing);
    }

    /** The same to who wants to serve by it: everything that he has to cure at once. */
    ConfigurationException ofService() {
        return new ConfigurationException(
                Stream.concat(problems.stream(), missing.stream()).toList());
    }

    @Override
    public List<String> lines() {
        return problems;
    }
}
