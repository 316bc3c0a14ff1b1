package bankroll.gateway.demo;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.gateway.config.ConfigurationSources.AddedParties;
import bankroll.journal.files.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * What {@code serve --demo} keeps for itself and for {@code call}, in {@code demo} under the data directory: generated
 * secrets, the addresses it listens on, the last session. Readable by its owner alone.
 */
public final class DemoSecrets {
    /** The name of the demo's platform and of its operator token. */
    static final String NAME = "demo";

    private static final int SECRET_BYTES = 32;

    private final Path directory;

    private DemoSecrets(Path directory) {
        this.directory = directory;
    }

    /** Those of a data directory, whether they exist or not. */
    public static DemoSecrets in(Path data) {
        return new DemoSecrets(data.resolve("demo"));
    }

    /** The file of the platform's secret. */
    public Path signingSecret() {
        return directory.resolve("signing-secret");
    }

    /** The file of the operator's token. */
    public Path operatorToken() {
        return directory.resolve("operator-token");
    }

    /** The file that says where platforms call. */
    public Path platformUrl() {
        return directory.resolve("platform-url");
    }

    /** The file that says where operators call. */
    public Path operatorUrl() {
        return directory.resolve("operator-url");
    }

    /** The player who authenticated last, and the session. */
    public Path lastSession() {
        return directory.resolve("last-session");
    }

    /** Makes what does not exist yet; what exists stays as it is. */
    public AddedParties ensure() {
        createDirectory();
        if (!Files.exists(signingSecret())) {
            write(signingSecret(), "whsec_" + Base64.getEncoder().encodeToString(random()));
        }
        if (!Files.exists(operatorToken())) {
            write(operatorToken(), Base64.getUrlEncoder().withoutPadding().encodeToString(random()));
        }
        return existing();
    }

    /** The parties whose secrets exist. */
    public AddedParties existing() {
        return new AddedParties(
                NAME,
                Optional.of(signingSecret()).filter(Files::exists),
                Optional.of(operatorToken()).filter(Files::exists));
    }

    /** One of the files' texts, when it exists. */
    public static Optional<String> read(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file, e);
        }
    }

    /** Whether the demo was ever started here. */
    public boolean exist() {
        return Files.isDirectory(directory);
    }

    /** Replaces a file at once, so that nobody reads half of it. */
    public void write(Path file, String text) {
        try {
            replace(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write " + file, e);
        }
    }

    private void replace(Path file, String text) throws IOException {
        Path fresh = Files.createTempFile(directory, "new-", ".tmp", OwnerOnly.file(file));
        try {
            Files.writeString(fresh, text + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void createDirectory() {
        try {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "the data directory " + directory.getParent() + " can't be written: " + Reason.of(e),
                    "mount it writable, give it to this user, or name another");
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
