package bankroll.gateway.config;

import java.util.List;

/** The configuration can't be used; names every problem with its cure. Exit code 2. */
public final class ConfigurationException extends RuntimeException {
    private final transient List<String> problems;

    /** At least one problem, each a sentence. */
    public ConfigurationException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    /** One sentence each. */
    public List<String> problems() {
        return problems;
    }
}
