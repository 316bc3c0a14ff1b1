package bankroll.gateway.api;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/vnd.x+json",
                "application/json; profile=x",
                "application/json;"
            })
    void shouldTakeJson(String contentType) {
        assertTrue(Endpoint.isJson(headers(contentType)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/jsonx",
                "json",
                "",
                "application/json; charset=latin1",
                "application/json; charset=utf8",
                "application/json; charset=\"utf-8",
                "+json",
                "application/json; charset=utf-16",
                "application/x-www-form-urlencoded",
                "application/json, text/plain",
                "text/plain, application/x+json",
                "a b/c+json",
                "/c+json",
                "application/x/y+json"
            })
    void shouldNotTakeOtherMediaTypes(String contentType) {
        assertFalse(Endpoint.isJson(headers(contentType)));
    }

    @Test
    void shouldTakeABodyWithoutATypeAndNeverAnEncodedOne() {
        assertTrue(Endpoint.isJson(headers()));
        assertFalse(Endpoint.isJson(headers("application/json").add("Content-Encoding", "gzip")));
        assertFalse(Endpoint.isJson(headers().add("Content-Encoding", "identity")));
        assertFalse(Endpoint.isJson(headers("application/json", "application/json")));
    }

    private static HttpHeaders headers(String... contentTypes) {
        return new DefaultHttpHeaders().add("Content-Type", List.of(contentTypes));
    }
}
