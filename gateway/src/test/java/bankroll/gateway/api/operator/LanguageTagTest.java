package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTagTest {
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "de fr ja i-enochian",
                "zh-Hant zh-Hans sr-Cyrl sr-Latn",
                "zh-cmn-Hans-CN cmn-Hans-CN zh-yue-HK yue-HK",
                "zh-Hans-CN sr-Latn-RS",
                "sl-rozaj sl-rozaj-biske sl-nedis",
                "de-CH-1901 sl-IT-nedis",
                "hy-Latn-IT-arevela",
                "de-DE en-US es-419",
                "de-CH-x-phonebk az-Arab-x-AZE-derbend",
                "x-whatever qaa-Qaaa-QM-x-southern de-Qaaa sr-Latn-QM sr-Qaaa-RS",
                "en-US-u-islamcal zh-CN-a-myext-x-private en-a-myext-b-another"
            })
    void shouldTakeTheExamplesOfRfc5646(String tags) {
        shouldTake(tags);
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc"})
    void shouldRefuseTheInvalidExamplesOfRfc5646(String tag) {
        shouldRefuse(tag);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "en-GB-oed sgn-BE-FR sgn-BE-NL sgn-CH-DE",
                "i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu",
                "art-lojban cel-gaulish no-bok no-nyn zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang"
            })
    void shouldTakeGrandfatheredTags(String tags) {
        shouldTake(tags);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "abcd abcdefgh abcde-Latn-001 zh-aaa-bbb-ccc de-1abc-2abc",
                "en-0-abc en-9-ab-a-cd en-a-bb-12345678",
                "x-1-a en-x-a-1"
            })
    void shouldTakeWhatTheGrammarHas(String tags) {
        shouldTake(tags);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "- d 1a -de de- de--AT de_AT abcdefghi abcd-efg",
                "zh-aaa-bbb-ccc-ddd de-AT-Latn de-12 de-1ab de-abcdefghi de-1996-AT",
                "en-a en-a-b en-a-b-bbb en-a-123456789 en-x en-x-123456789 x x-",
                "i-unknown i-klingon-AT en-GB-oed-x-a sgn-BE-FR-x-a",
                "dé de-\u0661\u0661\u0661"
            })
    void shouldRefuseWhatTheGrammarHasNot(String tags) {
        shouldRefuse(tags);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "de AT", "de\n", " de"})
    void shouldRefuseSpaces(String text) {
        assertFalse(LanguageTag.isWellFormed(text));
    }

    /** The sign for kelvin is a K to whoever ignores the case of all letters. */
    @ParameterizedTest
    @ValueSource(strings = {"\u212aa", "i-ha\u212a", "x-\u212a"})
    void shouldRefuseLettersThatAreAsciiInTheOtherCase(String text) {
        assertFalse(LanguageTag.isWellFormed(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"de-DE-1901-1901", "sl-rozaj-biske-ROZAJ", "sl-rozaj-biske-biske", "sl-rozaj-rozaj-a-bb-x-a"})
    void shouldRefuseAVariantTwice(String tag) {
        shouldRefuse(tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-a-bb-A-cc", "en-a-bb-b-cc-b-dd", "en-0-bb-0-cc", "en-a-aa-a-aa", "en-a-bb-a-cc-x-d"})
    void shouldRefuseASingletonTwice(String tag) {
        shouldRefuse(tag);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "de-1901-x-1901 de-1901-1901a sl-rozaj-a-rozaj-rozaj",
                "en-a-bb-bb-b-bb en-a-bb-x-a-a-bb x-a-a zh-aaa-aaa"
            })
    void shouldTakeAnythingElseTwice(String tags) {
        shouldTake(tags);
    }

    private static void shouldTake(String tags) {
        assertWellFormed(true, tags);
    }

    private static void shouldRefuse(String tags) {
        assertWellFormed(false, tags);
    }

    private static void assertWellFormed(boolean expected, String tags) {
        for (String tag : tags.split(" ", -1)) {
            for (String text : List.of(tag, tag.toLowerCase(Locale.ROOT), tag.toUpperCase(Locale.ROOT))) {
                assertEquals(expected, LanguageTag.isWellFormed(text), text);
            }
        }
    }
}
