package bankroll.gateway.contract;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Signer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The five test vectors of decisions §1, against a service with their secrets and a tolerance of thirty years. */
@NeedsOwnService
class SignatureVectorsContractTest {
    private static final String FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECOND = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String FIRST_ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String FIRST_TIME = "1614265330";
    private static ServiceUnderTest service;

    @BeforeAll
    static void start() {
        service = ServiceUnderTest.start(new ServiceSettings()
                .withoutPlatforms()
                .platform(Map.of("name", "vectors", "secrets", List.of(FIRST, SECOND)))
                .set("platform.signature-tolerance-seconds", 946_080_000));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void shouldTakeTheFirstVectorOfTheLibraries() {
        Map<String, String> headers =
                Signer.headers(FIRST_ID, FIRST_TIME, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        post("{\"test\": 2432232314}", headers).shouldBeMalformed();
        post("{\"test\": 2432232315}", headers).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldTakeTheSecondVectorOfTheLibraries() {
        Map<String, String> headers = Signer.headers(
                "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", "1649367553", "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
        post("{\"email\":\"test@example.com\",\"username\":\"test_user\"}", headers)
                .shouldBeMalformed();
    }

    @Test
    void shouldSignGetAsEmptyBody() {
        Call call = Call.get("/transactions/t-1")
                .headers(Signer.headers(FIRST_ID, FIRST_TIME, "v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A="));
        endpointSend(call).shouldBeProblem(404, "transaction_not_found");
    }

    @Test
    void shouldSignTheRawBytesOfUtf8() {
        post("{\"n\":\"Zoë\"}", Signer.headers(FIRST_ID, FIRST_TIME, "v1,vg7lzrZ2KWe/hDEG4i8Jt35HwEjciKwUEKAxmBmuU2M="))
                .shouldBeMalformed();
    }

    @Test
    void shouldFindInvalidUtf8MalformedAfterAGoodSignature() {
        Map<String, String> headers =
                Signer.headers(FIRST_ID, FIRST_TIME, "v1,mwmDORhb8vDfaIhZyAiVmUhvZpNd1+3+7kKea0/NGvo=");
        byte[] body = "{\"n\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1);
        endpointSend(Call.post("/players/balance", "").body(body).headers(headers))
                .shouldBeMalformed();
    }

    private static Answer post(String body, Map<String, String> headers) {
        return endpointSend(Call.post("/players/balance", body).headers(headers));
    }

    private static Answer endpointSend(Call call) {
        return service.wallet(FIRST).endpoint().send(call);
    }
}
