package bankroll.gateway.config;

import java.util.Map;
import java.util.Objects;

/** The example configuration and the reference page, made from the {@link Settings}. Stateless. */
public final class SettingsPage {
    private static final int WIDTH = 118;

    private static final String PLATFORMS = """
            # Who may call. A platform's name never changes: its transaction ids are a space of their own.
            # scheme: standard (Standard Webhooks), strict (the same, with method and path), body (HMAC of the raw body),
            # off (only while both listeners are on loopback and no proxy is named).
            # Several secrets are live at once while they rotate; SIGHUP reads them again.
            # BANKROLL_PLATFORM_SECRET (one or more, separated by spaces) makes a platform named default.
            platforms = [
              # {
              #   name = "games-one"
              #   scheme = "standard"
              #   secret-files = ["/etc/bankroll/games-one.secret"]   # or secrets = ["whsec_…", "whpk_…"]
              #   rate-limit { per-second = 500, burst = 1000 }       # requests; without it there is no limit
              # }
            ]
            """;

    private static final String TOKENS = """
              # role: admin, support (reads, blocks, sessions) or read. BANKROLL_OPERATOR_TOKEN makes an admin named env.
              tokens = [
                # { name = "ada", role = "admin", token-file = "/etc/bankroll/ada.token" }   # or token = "…"
              ]
            """;

    private static final Map<String, String> SECTIONS = Map.of(
            "platform", "The listener that platforms call.",
            "operator", "The listener of the operator's API, health and metrics.",
            "journal", "The journal is the truth; docs/durability.md says what is promised.",
            "ledger", "What decisions depend on; journaled at each start that changes it.",
            "engine", "Bounds of what is under way.",
            "snapshot", "The state in a file.",
            "backup", "Scheduled backups; docs/recover.md.",
            "cluster", "Several nodes that decide together; docs/cluster.md.");

    private SettingsPage() {}

    /** A configuration file with every setting at its default: {@code config/bankroll.example.conf}. */
    public static String example() {
        StringBuilder page = new StringBuilder("""
                # Every setting with its default. Give a file like this one with: ./bankroll serve --config FILE
                # Each single value can also come from the environment: platform.listen is BANKROLL_PLATFORM_LISTEN.
                # A flag wins over the environment, the environment over this file. ./bankroll config shows what holds and why,
                # ./bankroll config --check whether the service would start with it.
                # Sizes and times have units: 512 bytes, 64 KiB, 256 MiB, 1 GiB; 500 ms, 30 s, 5 minutes, 24 hours, 7 days. A number
                # without a unit counts what its setting's name says.
                # Made by: ./bankroll config --example

                """);
        String open = "";
        for (Setting<?> setting : Settings.ALL) {
            String section = section(setting);
            if (!section.equals(open)) {
                end(page, open);
                open = section;
                page.append("\n# ")
                        .append(Objects.requireNonNull(SECTIONS.get(section), section))
                        .append('\n');
                page.append(section).append(" {\n");
            }
            append(page, setting, open.isEmpty() ? "" : "  ");
        }
        end(page, open);
        return page.toString();
    }

    /** A table of all settings: {@code docs/settings.md}. */
    public static String reference() {
        StringBuilder page = new StringBuilder("""
                # Settings

                Made by `./bankroll config --reference`. A flag wins over the environment, the environment over the file,
                the file over the default; `./bankroll config` shows what holds and where each value comes from. In the
                environment `platform.listen` is `BANKROLL_PLATFORM_LISTEN`, and so on. Platforms and tokens are lists: see
                [config/bankroll.example.conf](../config/bankroll.example.conf).

                Sizes and times are written with units: `512 bytes`, `64 KiB`, `256 MiB`, `1 GiB`; `500 ms`, `30 s`, `5 minutes`,
                `24 hours` or `24h`, `7 days`. A plain number counts what the setting's name
                says, and seconds where it says nothing.

                | setting | default | may be | meaning |
                |---|---|---|---|
                """);
        for (Setting<?> setting : Settings.ALL) {
            page.append("| `")
                    .append(setting.key())
                    .append("` | `")
                    .append(setting.defaultText())
                    .append("` | ");
            page.append(setting.allowed())
                    .append(" | ")
                    .append(meaning(setting))
                    .append(" |\n");
        }
        return page.toString();
    }

    private static String meaning(Setting<?> setting) {
        return setting.isReadAgain() ? setting.meaning() + " Read again at SIGHUP." : setting.meaning();
    }

    private static String section(Setting<?> setting) {
        return setting.key().contains(".")
                ? setting.key().substring(0, setting.key().indexOf('.'))
                : "";
    }

    private static void end(StringBuilder page, String section) {
        if (section.equals("operator")) {
            page.append(TOKENS);
        }
        page.append(section.isEmpty() ? "" : "}\n");
        if (section.equals("platform")) {
            page.append('\n').append(PLATFORMS);
        }
    }

    private static void append(StringBuilder page, Setting<?> setting, String indent) {
        comment(page, meaning(setting), indent);
        String name = setting.key().substring(setting.key().indexOf('.') + 1);
        String value = setting.defaultText();
        boolean isBare = value.matches("-?[0-9]+|true|false");
        page.append(indent)
                .append(name)
                .append(" = ")
                .append(isBare ? value : '"' + value + '"')
                .append('\n');
    }

    private static void comment(StringBuilder page, String text, String indent) {
        StringBuilder line = new StringBuilder(indent).append('#');
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                page.append(line).append('\n');
                line = new StringBuilder(indent).append('#');
            }
            line.append(' ').append(word);
        }
        page.append(line).append('\n');
    }
}
