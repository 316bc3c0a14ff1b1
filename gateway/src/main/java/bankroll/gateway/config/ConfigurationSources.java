package bankroll.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layers that a configuration is made of.
 *
 * @param flags what the command line set
 * @param environment the process's variables
 * @param file the configuration file
 * @param added parties that the service itself made (the demo's); named like those of the file
 */
public record ConfigurationSources(
        List<Flag> flags, Map<String, String> environment, Optional<Path> file, AddedParties added) {

    /**
     * One option of the command line.
     *
     * @param key the setting that it sets
     * @param option its name as typed, for example {@code --listen}
     * @param value what was typed behind it
     */
    public record Flag(String key, String option, String value) {}

    /**
     * Parties whose secrets stand in files that the service made.
     *
     * @param name the platform's and the token's name
     * @param signingSecret file of the platform's secret
     * @param operatorToken file of an admin token
     */
    public record AddedParties(String name, Optional<Path> signingSecret, Optional<Path> operatorToken) {
        /** Nobody. */
        public static final AddedParties NONE = new AddedParties("", Optional.empty(), Optional.empty());
    }

    /** The same with parties that the service made. */
    public ConfigurationSources with(AddedParties parties) {
        return new ConfigurationSources(flags, environment, file, parties);
    }
}
