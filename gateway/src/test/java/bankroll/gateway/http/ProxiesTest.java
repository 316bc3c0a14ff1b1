package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.http.ClientAddress.Proxies;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
    private static final Proxies PROXIES =
            Proxies.parse("10.0.0.5, 10.1.0.0/16, fd00::/8").telling(Proxies.Telling.X_FORWARDED_FOR);

    private static String client(Proxies proxies, String connected, String... forwardedFor) {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (String value : forwardedFor) {
            headers.add("X-Forwarded-For", value);
        }
        return proxies.clientOf(ClientAddress.parse(connected), headers).toString();
    }

    @Test
    void shouldBelieveNobodyWhoIsNoConfiguredProxy() {
        assertEquals("192.0.2.7", client(PROXIES, "192.0.2.7", "203.0.113.9"));
        assertEquals("10.0.0.5", client(PROXIES.telling(Proxies.Telling.NOTHING), "10.0.0.5", "203.0.113.9"));
        assertEquals("10.0.0.5", client(Proxies.NONE, "10.0.0.5", "203.0.113.9"));
    }

    @Test
    void shouldTakeTheLastAddressThatNoProxyHas() {
        assertEquals("203.0.113.9", client(PROXIES, "10.0.0.5", "203.0.113.9"));
        assertEquals("203.0.113.9", client(PROXIES, "10.0.0.5", "198.51.100.1, 203.0.113.9, 10.1.2.3"));
        assertEquals("203.0.113.9", client(PROXIES, "fd12::1", "198.51.100.1", "203.0.113.9,10.1.2.3"));
        assertEquals("2001:db8::1", client(PROXIES, "10.0.0.5", "[2001:db8::1]"));
    }

    @Test
    void shouldKeepTheProxysAddressWhereItsWordIsNone() {
        assertEquals("10.0.0.5", client(PROXIES, "10.0.0.5"));
        assertEquals("10.0.0.5", client(PROXIES, "10.0.0.5", "unknown"));
        assertEquals("10.1.2.3", client(PROXIES, "10.0.0.5", "203.0.113.9, evil.example, 10.1.2.3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.1,", "10.0.0.1 10.0.0.2", "::1/129"})
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThrows(IllegalArgumentException.class, () -> Proxies.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.1,192.0.2.2", "2001:db8:0:1::1,2001:db8:0:2::1", "0.0.0.1,::1"})
    void shouldTellNetworksApart(String one, String other) {
        assertNotEquals(
                ClientAddress.parse(one).network(), ClientAddress.parse(other).network());
    }

    @Test
    void shouldCountAnIpv6NetworkAsOneClient() {
        assertEquals(
                ClientAddress.parse("2001:db8:0:1::1").network(),
                ClientAddress.parse("2001:db8:0:1:ffff::9").network());
        assertEquals(ClientAddress.parse("192.0.2.1"), ClientAddress.parse("::ffff:192.0.2.1"));
    }
}
