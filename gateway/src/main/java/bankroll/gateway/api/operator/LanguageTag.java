package bankroll.gateway.api.operator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of a language tag (BCP 47): the grammar of RFC 5646, section 2.1, and no variant or singleton twice. Whether a part
 * is registered is not asked. {@link java.util.Locale} takes such repetitions and refuses a digit as singleton.
 */
final class LanguageTag {
    private static final Pattern LANGTAG = grammar("""
            (?: [a-z]{2,3} (?: -[a-z]{3} ){0,3} | [a-z]{4,8} )             # language, extlang
            (?: -[a-z]{4} )?                                               # script
            (?: - (?: [a-z]{2} | [0-9]{3} ) )?                             # region
            (?<variants> (?: - (?: [a-z0-9]{5,8} | [0-9][a-z0-9]{3} ) )* )
            (?<extensions> (?: -[a-wyz0-9] (?: -[a-z0-9]{2,8} )+ )* )
            (?: -x (?: -[a-z0-9]{1,8} )+ )?                                # privateuse
            """);

    /** Of the grandfathered tags the regular ones have the form of any other. */
    private static final Pattern PRIVATE_USE_OR_IRREGULAR = grammar("""
            x (?: -[a-z0-9]{1,8} )+
            | i- (?: ami | bnn | default | enochian | hak | klingon | lux | mingo | navajo | pwn | tao | tay | tsu )
            | en-GB-oed
            | sgn- (?: BE-FR | BE-NL | CH-DE )
            """);

    private static final Pattern VARIANT_TWICE = grammar("-(\\w{4,8}) \\b .* -\\1 \\b");
    private static final Pattern SINGLETON_TWICE = grammar("-(\\w) \\b .* -\\1 \\b");

    private LanguageTag() {}

    private static Pattern grammar(String rules) {
        return Pattern.compile(rules, Pattern.COMMENTS | Pattern.CASE_INSENSITIVE);
    }

    static boolean isWellFormed(String text) {
        Matcher tag = LANGTAG.matcher(text);
        if (!tag.matches()) {
            return PRIVATE_USE_OR_IRREGULAR.matcher(text).matches();
        }
        return !VARIANT_TWICE.matcher(tag.group("variants")).find()
                && !SINGLETON_TWICE.matcher(tag.group("extensions")).find();
    }
}
