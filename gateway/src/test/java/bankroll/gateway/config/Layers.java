package bankroll.gateway.config;

import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.gateway.config.ConfigurationSources.Flag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The layers of a configuration in a test's words. */
final class Layers {
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final List<Flag> flags = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path file;

    static Layers none() {
        return new Layers();
    }

    Layers flag(String key, String option, String value) {
        flags.add(new Flag(key, option, value));
        return this;
    }

    Layers environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Layers file(Path directory, String text) {
        try {
            file = Files.writeString(directory.resolve("bankroll.conf"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Configuration load() {
        return ConfigurationLoader.load(
                new ConfigurationSources(flags, environment, Optional.ofNullable(file), AddedParties.NONE));
    }

    List<String> problems() {
        try {
            load();
            return List.of();
        } catch (ConfigurationException e) {
            return e.lines();
        }
    }
}
