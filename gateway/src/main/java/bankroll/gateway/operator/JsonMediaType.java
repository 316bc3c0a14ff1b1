package bankroll.gateway.operator;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/** What a body may say of itself (decisions §2): JSON in UTF-8, not encoded; or nothing. */
final class JsonMediaType {
    private JsonMediaType() {}

    /** Whether a body with these headers may be read. */
    static boolean isAccepted(HttpHeaders headers) {
        List<String> types = headers.getAll(HttpHeaderNames.CONTENT_TYPE);
        boolean isJson = types.isEmpty() || types.size() == 1 && isJson(types.get(0));
        return isJson && !headers.contains(HttpHeaderNames.CONTENT_ENCODING);
    }

    private static boolean isJson(String contentType) {
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        String type = parts[0].strip();
        if (!type.equals("application/json") && !isJsonSuffixed(type)) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            if (!isHarmless(parts[i].strip())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isJsonSuffixed(String type) {
        int slash = type.indexOf('/');
        return slash > 0 && type.endsWith("+json") && type.length() > slash + 1 + "+json".length();
    }

    private static boolean isHarmless(String parameter) {
        return !parameter.startsWith("charset=")
                || parameter.equals("charset=utf-8")
                || parameter.equals("charset=\"utf-8\"");
    }
}
