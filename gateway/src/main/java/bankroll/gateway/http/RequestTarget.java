package bankroll.gateway.http;

/**
 * What a request line asks for (RFC 9112 §3.2): a path, or the absolute form, which every server must accept.
 *
 * @param isSecure whether it is an absolute form of https
 * @param authority what stands between {@code //} and the path; null unless it is the absolute form
 * @param path as it was sent, without the query; {@code /} where the absolute form has none
 * @param query what stands behind the first {@code ?}; empty where there is none
 */
record RequestTarget(boolean isSecure, String authority, String path, String query) {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    static RequestTarget of(String uri) {
        if (uri.startsWith("/")) {
            return new RequestTarget(false, null, withoutQuery(uri), query(uri));
        }
        boolean isSecure = uri.regionMatches(true, 0, HTTPS, 0, HTTPS.length());
        if (!isSecure && !uri.regionMatches(true, 0, HTTP, 0, HTTP.length())) {
            return new RequestTarget(false, null, withoutQuery(uri), query(uri));
        }
        int from = (isSecure ? HTTPS : HTTP).length();
        int to = from;
        while (to < uri.length() && "/?#".indexOf(uri.charAt(to)) < 0) {
            to++;
        }
        String path = withoutQuery(uri.substring(to));
        return new RequestTarget(isSecure, uri.substring(from, to), path.isEmpty() ? "/" : path, query(uri));
    }

    /** The same without its query. */
    RequestTarget pathAlone() {
        return query.isEmpty() ? this : new RequestTarget(isSecure, authority, path, "");
    }

    private static String query(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? "" : uri.substring(query + 1);
    }

    private static String withoutQuery(String path) {
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }
}
