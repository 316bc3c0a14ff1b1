package bankroll.gateway.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.ConfigurationSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoSecretsTest {
    @TempDir
    Path directory;

    @Test
    void shouldGenerateSecretsThatDifferFromDirectoryToDirectory() {
        String one = secretsOf(directory.resolve("one"));
        String other = secretsOf(directory.resolve("other"));

        assertNotEquals(one, other);
    }

    @Test
    void shouldKeepSecretsForTheNextStart() {
        assertEquals(secretsOf(directory), secretsOf(directory));
    }

    @Test
    void shouldLetOnlyTheOwnerReadThem() throws IOException {
        DemoSecrets secrets = DemoSecrets.in(directory);
        secrets.ensure();

        assertEquals("rw-------", permissions(secrets.signingSecret()));
        assertEquals("rw-------", permissions(secrets.operatorToken()));
        assertEquals("rwx------", permissions(secrets.signingSecret().getParent()));
    }

    /** Both demos have an option of their own for it, so the words name none. */
    @Test
    void shouldTakeADirectoryThatCanNotBeMadeForAFaultOfTheDiskAndNotOfTheWords() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        ConditionException refused = assertThrows(
                ConditionException.class,
                () -> DemoSecrets.in(file.resolve("three")).ensure());

        assertEquals(ExitCode.IO, refused.exitCode());
        assertTrue(refused.getMessage().endsWith("; mount it writable, give it to this user, or name another"));
    }

    @Test
    void shouldGenerateSecretsThatTheConfigurationTakes() {
        ConfigurationSources sources = new ConfigurationSources(
                List.of(), Map.of(), Optional.empty(), DemoSecrets.in(directory).ensure());
        Configuration configuration = ConfigurationLoader.load(sources);

        assertEquals("demo", configuration.platforms().get(0).name());
        assertEquals("demo", configuration.tokens().get(0).name());
        assertEquals(List.of(), configuration.missing());
        assertEquals(List.of(), configuration.warnings());
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static String secretsOf(Path data) {
        DemoSecrets secrets = DemoSecrets.in(data);
        secrets.ensure();
        return DemoSecrets.read(secrets.signingSecret()).orElseThrow()
                + DemoSecrets.read(secrets.operatorToken()).orElseThrow();
    }
}
