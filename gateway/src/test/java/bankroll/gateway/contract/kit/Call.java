package bankroll.gateway.contract.kit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One HTTP request as it will be sent; immutable.
 *
 * @param method the method
 * @param path the path below the endpoint's base, percent-encoded, with its query if it has one
 * @param headers names and values in the order sent; a name may stand twice
 * @param body the raw bytes, empty for none
 */
public record Call(String method, String path, List<Map.Entry<String, String>> headers, byte[] body) {

    /** A GET without a body. */
    public static Call get(String path) {
        return of("GET", path);
    }

    /** A call without a body. */
    public static Call of(String method, String path) {
        return new Call(method, path, List.of(), new byte[0]);
    }

    /** A POST of JSON. */
    public static Call post(String path, String json) {
        return of("POST", path).json(json);
    }

    /** This call with a JSON body. */
    public Call json(String json) {
        return header("content-type", "application/json").body(json.getBytes(StandardCharsets.UTF_8));
    }

    /** This call with other bytes. */
    public Call body(byte[] bytes) {
        return new Call(method, path, headers, bytes);
    }

    /** This call with one more header. */
    public Call header(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new Call(method, path, List.copyOf(more), body);
    }

    /** This call with these headers added. */
    public Call headers(Map<String, String> added) {
        Call call = this;
        for (Map.Entry<String, String> each : added.entrySet()) {
            call = call.header(each.getKey(), each.getValue());
        }
        return call;
    }

    /** This call without any header of this name. */
    public Call without(String name) {
        List<Map.Entry<String, String>> rest = headers.stream()
                .filter(each -> !each.getKey().equalsIgnoreCase(name))
                .toList();
        return new Call(method, path, rest, body);
    }

    /** This call with this one value for the header. */
    public Call replacing(String name, String value) {
        return without(name).header(name, value);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
