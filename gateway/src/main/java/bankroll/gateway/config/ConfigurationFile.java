package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import bankroll.gateway.config.Findings.NearestName;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigParseable;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The HOCON file as a flat map from key to value; a key that is no setting is a finding. */
final class ConfigurationFile {
    private static final Set<String> SECTIONS = Settings.ALL.stream()
            .map(Setting::key)
            .filter(key -> key.indexOf('.') > 0)
            .map(key -> key.substring(0, key.indexOf('.')))
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> KEYS = keys();

    private final Map<String, ConfigValue> values = new HashMap<>();
    private final Findings findings;
    private boolean isRead = true;

    private ConfigurationFile(Findings findings) {
        this.findings = findings;
    }

    static ConfigurationFile read(Optional<Path> path, Findings findings) {
        ConfigurationFile file = new ConfigurationFile(findings);
        path.ifPresent(file::parse);
        return file;
    }

    /** The value of a key, when the file has one. */
    Optional<ConfigValue> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Whether nothing of it is unknown because it can't be read or understood. */
    boolean isRead() {
        return isRead;
    }

    /** The elements of a list of objects; empty when the file doesn't have it. */
    List<ConfigValue> list(String key) {
        ConfigValue value = values.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof com.typesafe.config.ConfigList list) {
            return List.copyOf(list);
        }
        findings.badValue(key, Findings.HIDDEN, origin(value), "a list like [{name = …}]");
        return List.of();
    }

    /** File and line of a value. */
    static String place(ConfigOrigin origin) {
        if (origin.filename() == null || origin.lineNumber() < 0) {
            return origin.description();
        }
        return Path.of(origin.filename()).getFileName() + ":" + origin.lineNumber();
    }

    /** Where a value stands. */
    static ValueOrigin origin(ConfigValue value) {
        return ValueOrigin.file(place(value.origin()));
    }

    private void parse(Path path) {
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            isRead = false;
            findings.problem("the configuration file " + path + " can't be read; is its name right, may you read it?");
            return;
        }
        try {
            ConfigParseOptions options = ConfigParseOptions.defaults()
                    .setAllowMissing(false)
                    .setSyntax(ConfigSyntax.CONF)
                    .setIncluder(new StrictIncluder(findings));
            flatten(
                    "",
                    ConfigFactory.parseFile(path.toAbsolutePath().toFile(), options)
                            .resolve()
                            .root());
        } catch (ConfigException e) {
            refuse(path, explained(e));
        } catch (StackOverflowError e) { // the parser calls itself for each block within a block
            refuse(
                    path,
                    "too many blocks, lists or names stand within each other in it, or in a file that it includes");
        }
    }

    private void refuse(Path path, String why) {
        isRead = false;
        findings.problem("the configuration file " + path + " can't be understood: " + why
                + "; what stands there isn't shown, because it may be a secret");
    }

    /** The parser's own words quote the file. */
    private static String explained(ConfigException fault) {
        return (fault.origin() == null ? "" : place(fault.origin()) + ": ") + kind(fault);
    }

    private static String kind(ConfigException fault) {
        if (fault instanceof ConfigException.UnresolvedSubstitution) {
            return "a value is named with ${…} that nothing sets";
        }
        if (fault instanceof ConfigException.WrongType) {
            return "values of different kinds are joined";
        }
        if (fault instanceof ConfigException.IO) {
            return "it, or a file that it includes, can't be read";
        }
        return "it is not HOCON; is a bracket, a quote or a comma missing, or one too many?";
    }

    private void flatten(String prefix, ConfigObject object) {
        object.forEach((name, value) -> {
            String key = prefix + name;
            if (KEYS.contains(key)) {
                values.put(key, value);
            } else if (SECTIONS.contains(key) && value instanceof ConfigObject section) {
                flatten(key + ".", section);
            } else if (SECTIONS.contains(key)) {
                findings.badValue(key, Findings.HIDDEN, origin(value), "a section like " + key + " {…}");
            } else {
                unknown(key, value);
            }
        });
    }

    /** A block that is like none of ours is told by what stands in it: tls.certificate was meant for tls-certificate. */
    private void unknown(String key, ConfigValue value) {
        boolean isBlock = value instanceof ConfigObject block && !block.isEmpty();
        if (isBlock && (key.contains(".") || NearestName.of(key, SECTIONS).isEmpty())) {
            ((ConfigObject) value).forEach((name, member) -> unknown(key + "." + name, member));
        } else {
            findings.unknown("", key, "file " + place(value.origin()), isBlock ? SECTIONS : KEYS);
        }
    }

    private static Set<String> keys() {
        Set<String> keys = new TreeSet<>(Set.of(Settings.PLATFORMS, Settings.TOKENS));
        Settings.ALL.forEach(setting -> keys.add(setting.key()));
        return keys;
    }

    /**
     * Whatever a configuration file includes must be there: HOCON by itself takes a file that is missing for an empty one, and
     * a service would start without the secrets or bounds that stand in it. What is missing is a finding.
     */
    private static final class StrictIncluder
            implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
        /** Whatever doesn't end like a file may be a secret in the wrong place. */
        private static final Pattern FILE_NAME = Pattern.compile(".*\\.(conf|json|properties|secrets?|tokens?)");

        private final Findings findings;

        StrictIncluder(Findings findings) {
            this.findings = findings;
        }

        @Override
        public ConfigIncluder withFallback(ConfigIncluder fallback) {
            return this;
        }

        @Override
        public ConfigObject include(ConfigIncludeContext context, String what) {
            ConfigParseable named = context.relativeTo(what);
            return named == null ? missing(what) : present(what, () -> named.parse(strict(context)));
        }

        @Override
        public ConfigObject includeFile(ConfigIncludeContext context, File what) {
            return present(
                    what.getPath(),
                    () -> ConfigFactory.parseFile(what, strict(context)).root());
        }

        @Override
        public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
            return present(
                    what.toString(),
                    () -> ConfigFactory.parseURL(what, strict(context)).root());
        }

        @Override
        public ConfigObject includeResources(ConfigIncludeContext context, String what) {
            return present(
                    what,
                    () -> ConfigFactory.parseResources(what, strict(context)).root());
        }

        private ConfigObject present(String what, Supplier<ConfigObject> included) {
            try {
                return included.get();
            } catch (ConfigException.IO e) {
                return missing(what);
            }
        }

        private ConfigObject missing(String what) {
            String shown = FILE_NAME.matcher(what).matches() ? what : Findings.HIDDEN;
            findings.problem("the configuration includes " + shown
                    + ", which can't be read; is its name right (it counts from the file"
                    + " that includes it), may you read it?");
            return ConfigFactory.empty().root();
        }

        private static ConfigParseOptions strict(ConfigIncludeContext context) {
            return context.parseOptions().setAllowMissing(false);
        }
    }
}
