package bankroll.gateway.api.operator;

import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.PlayerCommand.Change;
import bankroll.protocol.PlayerCommand.Changes;
import bankroll.protocol.Profile;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.regex.Pattern;

/** The texts of a player's profile and their rules (operator API, {@code players}). */
final class ProfileFields {
    static final String DISPLAY_NAME = "display_name";
    static final String AVATAR_URL = "avatar_url";
    static final String LANGUAGE = "language";
    static final String COUNTRY = "country";
    static final Set<String> NAMES = Set.of(DISPLAY_NAME, AVATAR_URL, LANGUAGE, COUNTRY);

    private static final int MAX_DISPLAY_NAME = 256;
    private static final int MAX_AVATAR_URL = 2048;
    private static final int MAX_LANGUAGE = 256;
    private static final int COUNTRY_LENGTH = 2;
    private static final Pattern COUNTRY_CODE = Pattern.compile("[A-Z]{2}");

    /** java.net.URI lets more through: other letters, brackets, zones, and as authority what is no host with a port. */
    private static final Pattern RFC_3986 = Pattern.compile("""
            [^:]+ :                                                 # scheme
            (?: (?! // ) | //
                (?: [\\w.~%!$&'()*+,;=:-]* @ )?                     # userinfo
                (?: \\[ [0-9A-Fa-f:.]+ ] | [\\w.~%!$&'()*+,;=-]* )  # host
                (?: : [0-9]* )?                                     # port
                (?= [/?\\#] | \\z ) )
            [\\p{ASCII}&&[^\\[\\]]]*                                # path, query, fragment
            """, Pattern.COMMENTS);

    private ProfileFields() {}

    /** The profile of a player to open. */
    static Profile profile(String playerId, JsonObject members) throws MalformedRequest {
        return new Profile(playerId, displayName(members), avatarUrl(members), language(members), country(members));
    }

    /** What a call changes; {@code null} clears. */
    static Changes changes(JsonObject members) throws MalformedRequest {
        return new Changes(
                change(members, DISPLAY_NAME, displayName(members)),
                change(members, AVATAR_URL, avatarUrl(members)),
                change(members, LANGUAGE, language(members)),
                change(members, COUNTRY, country(members)));
    }

    private static Change change(JsonObject members, String name, String text) {
        return members.has(name) ? new Change(true, text) : Change.UNCHANGED;
    }

    private static String displayName(JsonObject members) throws MalformedRequest {
        return members.optional(DISPLAY_NAME, MAX_DISPLAY_NAME);
    }

    private static String avatarUrl(JsonObject members) throws MalformedRequest {
        String url = members.optional(AVATAR_URL, MAX_AVATAR_URL);
        if (url != null && !isAbsoluteUri(url)) {
            throw members.refused(AVATAR_URL, "must be an absolute URI");
        }
        return url;
    }

    private static boolean isAbsoluteUri(String text) {
        try {
            return new URI(text).isAbsolute() && RFC_3986.matcher(text).matches();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static String language(JsonObject members) throws MalformedRequest {
        String tag = members.optional(LANGUAGE, MAX_LANGUAGE);
        if (tag != null && !LanguageTag.isWellFormed(tag)) {
            throw members.refused(LANGUAGE, "must be a BCP 47 language tag");
        }
        return tag;
    }

    private static String country(JsonObject members) throws MalformedRequest {
        String code = members.optional(COUNTRY, COUNTRY_LENGTH);
        if (code != null && !COUNTRY_CODE.matcher(code).matches()) {
            throw members.refused(COUNTRY, "must be two upper-case letters");
        }
        return code;
    }
}
