package bankroll.gateway.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.client.ServiceClient.WebhookSigner;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of decisions §1. */
class WebhookSignerTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIME = 1614265330;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"test\": 2432232314} | v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "'' | v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=",
                "{\"n\":\"Zoë\"} | v1,vg7lzrZ2KWe/hDEG4i8Jt35HwEjciKwUEKAxmBmuU2M="
            })
    void shouldSignAsThePublicLibraries(String body, String signature) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertEquals(signature, WebhookSigner.of(SECRET).sign(ID, TIME, bytes));
    }

    @Test
    void shouldSignTheSecondVector() {
        byte[] body = "{\"email\":\"test@example.com\",\"username\":\"test_user\"}".getBytes(StandardCharsets.UTF_8);

        assertEquals(
                "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
                WebhookSigner.of("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
                        .sign("msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", 1649367553, body));
    }

    @Test
    void shouldSignBytesThatAreNoText() {
        byte[] body = {'{', '"', 'n', '"', ':', '"', (byte) 0xff, '"', '}'};

        assertEquals(
                "v1,mwmDORhb8vDfaIhZyAiVmUhvZpNd1+3+7kKea0/NGvo=",
                WebhookSigner.of(SECRET).sign(ID, TIME, body));
    }

    @Test
    void shouldRefuseAKeyThatIsNoSecret() {
        assertThrows(IllegalArgumentException.class, () -> WebhookSigner.of("whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
    }
}
