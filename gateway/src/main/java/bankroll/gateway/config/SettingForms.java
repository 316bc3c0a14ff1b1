package bankroll.gateway.config;

import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.gateway.http.tls.TlsProvider;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Forms that the text of a setting may have; each throws {@link IllegalArgumentException} for any other. Stateless. */
final class SettingForms {
    private static final String NO_FILE = "none";
    private static final Pattern BASE_PATH_FORM = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

    private SettingForms() {}

    static Setting<HostPort> address(String key, String fallback) {
        return Setting.of(key, fallback, "HOST:PORT, for example 127.0.0.1:8080 or [::1]:8080", HostPort::parse);
    }

    static Proxies.Telling telling(String text) {
        return switch (text) {
            case "connection" -> Proxies.Telling.NOTHING;
            case "proxy-protocol" -> Proxies.Telling.PROXY_PROTOCOL;
            case "x-forwarded-for" -> Proxies.Telling.X_FORWARDED_FOR;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static TlsProvider tlsProvider(String text) {
        return switch (text) {
            case "auto" -> TlsProvider.AUTO;
            case "native" -> TlsProvider.NATIVE;
            case "jdk" -> TlsProvider.JDK;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static Setting<Optional<Path>> optionalFile(String key) {
        return optionalFile(key, "a file, or none");
    }

    static Setting<Optional<Path>> optionalFile(String key, String allowed) {
        return Setting.of(
                key,
                NO_FILE,
                allowed,
                text -> Optional.of(text).filter(it -> !it.equals(NO_FILE)).map(SettingForms::path));
    }

    static Path path(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(text);
        }
        return Path.of(text);
    }

    static String basePath(String text) {
        if (!BASE_PATH_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    static String uri(String text) {
        if (!URI.create(text + "code").isAbsolute()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
