package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;

/** What stands before the body in the signed bytes; header texts and path byte for byte as sent. */
enum SignedText {
    /** Standard Webhooks 1.0: {@code id.timestamp.} */
    STANDARD {
        @Override
        String before(SignedRequest request) {
            return request.id() + '.' + request.timestamp() + '.';
        }
    },
    /** The scheme {@code strict}: {@code id.timestamp.METHOD.path.} */
    STRICT {
        @Override
        String before(SignedRequest request) {
            return STANDARD.before(request) + request.method() + '.' + request.path() + '.';
        }
    };

    abstract String before(SignedRequest request);

    /** The bytes that are signed before those of the body. */
    byte[] prefix(SignedRequest request) {
        return before(request).getBytes(StandardCharsets.ISO_8859_1);
    }
}
