package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationPrinterTest {
    @TempDir
    Path directory;

    private Configuration configuration() {
        return Layers.none()
                .environment("BANKROLL_PLATFORM_SECRET", Layers.SECRET)
                .environment("BANKROLL_OPERATOR_TOKEN", Layers.TOKEN)
                .environment("BANKROLL_JOURNAL_SYNC", "none")
                .file(directory, "platforms = [{ name = alpha, secrets = [\"" + Layers.OTHER_SECRET + "\"] }]")
                .load();
    }

    @Test
    void shouldPrintEveryValueWithItsOrigin() {
        String text = EffectiveValue.text(configuration().values());

        for (Setting<?> setting : Settings.ALL) {
            assertTrue(text.lines().anyMatch(line -> line.startsWith(setting.key() + " ")), setting.key());
        }
        String sync = text.lines()
                .filter(line -> line.startsWith("journal.sync"))
                .findFirst()
                .orElseThrow();
        assertEquals("journal.sync = none # environment BANKROLL_JOURNAL_SYNC", sync.replaceAll(" +", " "));
    }

    @Test
    void shouldMaskEverySecret() {
        String printed = EffectiveValue.text(configuration().values())
                + EffectiveValue.json(configuration().values(), configuration().warnings());

        for (String secret : new String[] {Layers.SECRET, Layers.OTHER_SECRET, Layers.TOKEN}) {
            assertFalse(printed.contains(secret.substring(6, 14)), "a secret is shown");
        }
        assertTrue(printed.contains("whsec_•••• (32 characters)"), printed);
        assertFalse(configuration().toString().contains(Layers.TOKEN.substring(0, 8)));
    }
}
