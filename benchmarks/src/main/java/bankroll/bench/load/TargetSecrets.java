package bankroll.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the secrets for a running service come from: the environment, or the data directory of a demo; never flags. */
final class TargetSecrets {
    private TargetSecrets() {}

    static Target target(LoadOptions options) {
        String secret = find(options.dataOf, "BANKROLL_PLATFORM_SECRET", "demo/signing-secret");
        String token = find(options.dataOf, "BANKROLL_OPERATOR_TOKEN", "demo/operator-token");
        return new Target(options.url, options.operatorUrl, secret.split("\\s+")[0], token, Optional.empty());
    }

    private static String find(Path directory, String variable, String file) {
        String value = System.getenv(variable);
        if (value != null && !value.isBlank()) {
            return value.strip();
        }
        if (directory == null) {
            throw new IllegalArgumentException(
                    variable + " is not set; set it, or name the demo's data directory with --data-of");
        }
        try {
            return Files.readString(directory.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " holds no secrets of a demo: " + e.getMessage(), e);
        }
    }
}
