package bankroll.gateway.api;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/** Which bodies are taken: JSON in UTF-8, or no word about it; never encoded (decisions §2). */
final class MediaType {
    private MediaType() {}

    /** Whether headers announce a body that can be read. */
    static boolean isJson(HttpHeaders headers) {
        List<String> types = headers.getAll(HttpHeaderNames.CONTENT_TYPE);
        if (headers.contains(HttpHeaderNames.CONTENT_ENCODING) || types.size() > 1) {
            return false;
        }
        return types.isEmpty() || isJson(types.get(0));
    }

    private static boolean isJson(String contentType) {
        if (contentType.equals("application/json")) {
            return true;
        }
        String[] parts = contentType.split(";", -1);
        String type = parts[0].trim().toLowerCase(Locale.ROOT);
        boolean isJson = type.equals("application/json") || type.endsWith("+json") && type.indexOf('/') > 0;
        for (int i = 1; i < parts.length && isJson; i++) {
            isJson = !isOtherCharset(parts[i].trim().toLowerCase(Locale.ROOT));
        }
        return isJson;
    }

    private static boolean isOtherCharset(String parameter) {
        int equals = parameter.indexOf('=');
        if (equals < 0 || !parameter.substring(0, equals).trim().equals("charset")) {
            return false;
        }
        String charset = parameter.substring(equals + 1).trim();
        return !charset.equals("utf-8") && !charset.equals("\"utf-8\"");
    }
}
