package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import bankroll.gateway.config.Findings.NearestName;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** One object of the lists {@code platforms} and {@code operator.tokens}; what's wrong with it is a finding. */
final class PartyReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** The member with the names that a client's certificate may have. */
    static final String CLIENT_NAMES = "client-names";

    private final String path;
    private final ConfigValue value;
    private final Findings findings;
    private final List<EffectiveValue> shown;

    private PartyReader(String path, ConfigValue value, Findings findings, List<EffectiveValue> shown) {
        this.path = path;
        this.value = value;
        this.findings = findings;
        this.shown = shown;
    }

    /**
     * Every object of the file's list with that key.
     *
     * @param shown takes what may be shown of them
     */
    static List<PartyReader> all(ConfigurationFile file, String key, Findings findings, List<EffectiveValue> shown) {
        List<ConfigValue> list = file.list(key);
        return IntStream.range(0, list.size())
                .mapToObj(i -> new PartyReader(key + "[" + i + "]", list.get(i), findings, shown))
                .toList();
    }

    /** Whether it's an object with none but these members. */
    boolean isObjectOf(Set<String> members) {
        if (!(value instanceof ConfigObject object)) {
            bad("", "an object with " + String.join(", ", members));
            return false;
        }
        object.forEach((name, member) -> {
            if (!members.contains(name)) {
                findings.unknown(path + ".", name, "file " + ConfigurationFile.place(member.origin()), members);
            }
        });
        return true;
    }

    /** A name that may stand in journals, metrics and logs; an empty text when it's bad or missing. */
    String name() {
        return text("name").filter(name -> isName("name", name)).orElseGet(() -> {
            if (member("name") == null) {
                missing("name");
            }
            return "";
        });
    }

    /** The constant that the member names in lower case. */
    <E extends Enum<E>> E choice(String name, Class<E> type, E fallback) {
        Optional<String> text = text(name);
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            names.add(constant.name().toLowerCase(Locale.ROOT));
            if (text.isPresent() && names.get(names.size() - 1).equals(text.get())) {
                return constant;
            }
        }
        text.ifPresent(wrong -> findings.badValue(
                path + "." + name,
                Findings.isTooShortForSecrets(wrong) ? '"' + wrong + '"' : Findings.HIDDEN,
                origin(),
                "one of " + String.join(", ", names) + NearestName.hint(wrong, names)));
        return fallback;
    }

    /** Secrets written into the configuration file itself. */
    List<String> inlineSecrets(String name) {
        List<String> secrets = texts(name);
        if (!secrets.isEmpty()) {
            warnIfOpen();
        }
        return secrets;
    }

    /** Texts of a list; a single text counts as a list of one. */
    List<String> texts(String name) {
        ConfigValue member = member(name);
        if (!(member instanceof ConfigList list)) {
            return text(name).map(List::of).orElse(List.of());
        }
        List<String> texts = new ArrayList<>();
        for (ConfigValue element : list) {
            if (element.valueType() == ConfigValueType.STRING) {
                texts.add((String) element.unwrapped());
            } else {
                bad("." + name, "a list of texts");
            }
        }
        return texts;
    }

    /** Names in a certificate, in lower case; shows them. */
    List<String> clientNames() {
        List<String> names = texts(CLIENT_NAMES).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        names.forEach(name -> show(CLIENT_NAMES, name));
        return names;
    }

    /** A member's text. */
    Optional<String> text(String name) {
        ConfigValue member = member(name);
        if (member == null) {
            return Optional.empty();
        }
        if (member.valueType() != ConfigValueType.STRING) {
            bad("." + name, "a text");
            return Optional.empty();
        }
        return Optional.of((String) member.unwrapped());
    }

    /** A member that is an object of its own. */
    Optional<PartyReader> object(String name) {
        return Optional.ofNullable(member(name))
                .map(member -> new PartyReader(path + "." + name, member, findings, shown));
    }

    /** A number above zero; a missing or bad one is a finding and stands as 1. */
    double positive(String name) {
        ConfigValue member = member(name);
        if (member == null) {
            missing(name);
            return 1;
        }
        double number = member.unwrapped() instanceof Number written ? written.doubleValue() : 0;
        if (number > 0 && number <= 1e9) {
            return number;
        }
        bad("." + name, "a number above 0, up to 1000000000");
        return 1;
    }

    /** Shows what a member is worth. */
    void show(String name, String worth) {
        shown.add(new EffectiveValue(path + "." + name, worth, origin()));
    }

    void missing(String name) {
        findings.problem(path + " (" + origin() + ") has no " + name);
    }

    ValueOrigin origin() {
        return ConfigurationFile.origin(value);
    }

    String path() {
        return path;
    }

    private boolean isName(String member, String name) {
        boolean good = NAME.matcher(name).matches();
        if (!good) {
            bad("." + member, "1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or digit");
        }
        return good;
    }

    /** Whatever stands in a party may be a secret in the wrong place. */
    private void bad(String suffix, String allowed) {
        findings.badValue(path + suffix, Findings.HIDDEN, origin(), allowed);
    }

    private ConfigValue member(String name) {
        return value instanceof ConfigObject object ? object.get(name) : null;
    }

    private void warnIfOpen() {
        String file = value.origin().filename();
        if (file != null) {
            try {
                SecretFile.openness(Path.of(file)).ifPresent(findings::warning);
            } catch (IOException e) {
                findings.warning("the permissions of " + file + " can't be read");
            }
        }
    }
}
