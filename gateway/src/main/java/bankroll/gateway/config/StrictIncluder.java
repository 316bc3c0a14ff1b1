package bankroll.gateway.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.net.URL;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Whatever a configuration file includes must be there: HOCON by itself takes a file that is missing for an empty one, and
 * a service would start without the secrets or bounds that stand in it. What is missing is a finding.
 */
final class StrictIncluder implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
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
                what, () -> ConfigFactory.parseResources(what, strict(context)).root());
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
        findings.problem(
                "the configuration includes " + shown
                        + ", which can't be read; is its name right (it counts from the file that includes it), may you read it?");
        return ConfigFactory.empty().root();
    }

    private static ConfigParseOptions strict(ConfigIncludeContext context) {
        return context.parseOptions().setAllowMissing(false);
    }
}
