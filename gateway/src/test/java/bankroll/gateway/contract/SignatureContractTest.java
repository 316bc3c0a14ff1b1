package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.RawHttp;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.Signer;
import com.standardwebhooks.Webhook;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §5, decisions §1: who may call. A valid call here is a lookup of an id that nobody ever sent. */
class SignatureContractTest extends ContractTest {
    private static final byte[] NO_BODY = new byte[0];
    private final Call lookup = Call.get("/transactions/" + Fresh.id("never"));

    @Test
    void shouldTakeSignedRequest() {
        wallet.send(lookup).shouldBeProblem(404, "transaction_not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
    void shouldRefuseRequestWithoutOneOfTheHeaders(String header) {
        shouldRefuse(wallet.signed(lookup).without(header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
    void shouldRefuseRequestWithOneHeaderEmpty(String header) {
        shouldRefuse(wallet.signed(lookup).replacing(header, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /players/authenticate",
        "POST, /players/balance",
        "POST, /transactions",
        "GET,  /transactions/t-1",
    })
    void shouldAskEveryOperationForItsSignature(String method, String path) {
        Call call = Call.of(method, path);
        shouldRefuse(method.equals("POST") ? call.json("{}") : call);
    }

    @Test
    void shouldSayWithEvery401HowToAuthenticate() {
        Answer answer = wallet.endpoint().send(lookup).shouldBeProblem(401, "invalid_signature");
        assertTrue(answer.header("www-authenticate").isPresent());
    }

    @Test
    void shouldRefuseSignatureOfAnotherKey() {
        Signer stranger = Signer.of("whsec_c3RyYW5nZXItc3RyYW5nZXItc3RyYW5nZXI=");
        shouldRefuse(lookup.headers(stranger.headers("msg-1", wallet.now(), NO_BODY)));
    }

    @Test
    void shouldRefuseSignatureOfAnotherBody() {
        Call signed = wallet.signed(Call.post("/players/balance", "{\"player_id\":\"p-1\"}"));
        shouldRefuse(signed.body("{\"player_id\":\"p-2\"}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldRefuseSignatureOfAnotherId() {
        shouldRefuse(wallet.signed(lookup).replacing("webhook-id", Fresh.id("msg")));
    }

    @Test
    void shouldRefuseSignatureOfAnotherTime() {
        long now = Long.parseLong(wallet.now());
        shouldRefuse(wallet.signed(lookup).replacing("webhook-timestamp", Long.toString(now + 10)));
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, 300})
    void shouldTakeTimeWithinTolerance(long offsetSeconds) {
        send(Fresh.id("msg"), Long.parseLong(wallet.now()) + offsetSeconds + "").shouldBe(404);
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, -86_400, 301, 86_400})
    void shouldRefuseStaleTime(long offsetSeconds) {
        send(Fresh.id("msg"), Long.parseLong(wallet.now()) + offsetSeconds + "")
                .shouldBeProblem(401, "invalid_signature");
    }

    @ParameterizedTest
    @ValueSource(strings = {"now", "+%s", "-%s", "%s.0", "0x65", "0000%s", "%s000", "%s,%s", "1e9"})
    void shouldRefuseTimeThatIsNotOneToTwelveDigits(String pattern) {
        send(Fresh.id("msg"), pattern.replace("%s", wallet.now())).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldVerifyTheRawHeaderTextAndNeverARePrint() {
        send(Fresh.id("msg"), "00" + wallet.now()).shouldBe(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i", "é", "€", "😀"})
    void shouldTakeIdOf256Characters(String character) {
        sendRaw(character.repeat(200)).shouldBe(404);
        sendRaw(character.repeat(256)).shouldBe(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i", "é", "€", "😀"})
    void shouldRefuseIdOf257Characters(String character) {
        sendRaw(character.repeat(257)).shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldTakeIdWithDotsAndSpacesInside() {
        send("msg 1.2.3 x", wallet.now()).shouldBe(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s v1,AAAA",
                "v1,AAAA %s",
                "v2,AAAA %s",
                "v1a,AAAA %s",
                "nonsense %s",
                "v1,!!! %s",
                "v1, %s",
                ",,, %s"
            })
    void shouldSkipEntriesThatDoNotMatch(String list) {
        Map<String, String> headers = wallet.signer().headers("msg-1", wallet.now(), NO_BODY);
        String signature = headers.get("webhook-signature");
        wallet.endpoint()
                .send(lookup.headers(
                        Signer.headers("msg-1", headers.get("webhook-timestamp"), list.replace("%s", signature))))
                .shouldBe(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v2,%s", "V1,%s", "%s", "v1a,%s", "v1 ,%s", "v1=%s"})
    void shouldRefuseGoodBytesUnderAnotherVersion(String entry) {
        String now = wallet.now();
        String base64 = wallet.signer().signature("msg-1", now, NO_BODY).substring("v1,".length());
        shouldRefuse(lookup.headers(Signer.headers("msg-1", now, entry.replace("%s", base64))));
    }

    @Test
    void shouldTakeTheLastOfTwentyEntries() {
        String now = wallet.now();
        String list = "v1,AAAA ".repeat(19) + wallet.signer().signature("msg-1", now, NO_BODY);
        wallet.endpoint()
                .send(lookup.headers(Signer.headers("msg-1", now, list)))
                .shouldBe(404);
    }

    @Test
    void shouldRefuseTwentyOneEntries() {
        String now = wallet.now();
        String list = wallet.signer().signature("msg-1", now, NO_BODY) + " v1,AAAA".repeat(20);
        shouldRefuse(lookup.headers(Signer.headers("msg-1", now, list)));
    }

    @Test
    void shouldRefuseListOverEightKibibytes() {
        String now = wallet.now();
        String list = wallet.signer().signature("msg-1", now, NO_BODY) + " v2," + "A".repeat(8192);
        shouldRefuse(lookup.headers(Signer.headers("msg-1", now, list)));
    }

    /** However much of a head the service reads. */
    @ParameterizedTest
    @ValueSource(ints = {8_193, 16_384, 20_000, 60_000, 200_000})
    void shouldRefuseListOfAnyLengthAbove(int length) {
        String now = wallet.now();
        String list = wallet.signer().signature("msg-1", now, NO_BODY);
        String signed = list + " v2," + "A".repeat(length - list.length() - 4);
        shouldRefuseRaw(lookup.headers(Signer.headers("msg-1", now, signed)));
        shouldRefuseRaw(lookup.header("Webhook-Signature", "x".repeat(length)));
        shouldRefuseRaw(Call.post("/transactions", "{not json").header("webhook-signature", "x".repeat(length)));
    }

    @ParameterizedTest
    @ValueSource(ints = {16_384, 20_000, 60_000})
    void shouldRefuseIdAndTimeOfAnyLength(int length) {
        shouldRefuseRaw(wallet.signedAs("i".repeat(length), lookup));
        shouldRefuseRaw(wallet.signed(lookup).replacing("webhook-timestamp", "1".repeat(length)));
    }

    @Test
    void shouldGoOnBehindAListThatIsTooLongAndCloseBehindAHeadThatIs() {
        try (RawHttp connection = wallet.endpoint().raw()) {
            connection
                    .send(lookup.header("webhook-signature", "x".repeat(8_193)))
                    .shouldBeProblem(401, "invalid_signature");
            connection.send(wallet.signed(lookup)).shouldBe(404);
            connection
                    .send(lookup.header("webhook-signature", "x".repeat(60_000)))
                    .shouldBeProblem(401, "invalid_signature");
            assertTrue(connection.isClosedByService());
        }
    }

    /** A header without a rule of its own may still be no longer than the service reads, whether or not the request is signed. */
    @Test
    void shouldTakeAnotherHeaderWithoutEndForMalformed() {
        Call signed = wallet.signed(lookup);
        String now = wallet.now();
        String list = wallet.signer().signature("msg-1", now, NO_BODY);
        Call almost = lookup.header("x-before", "y".repeat(12_000))
                .headers(Signer.headers("msg-1", now, list + " v2," + "A".repeat(7_000)));
        for (Call call : List.of(
                signed.header("x-behind", "y".repeat(60_000)),
                lookup.header("x-before", "y".repeat(20_000))
                        .headers(wallet.signer().headers("m", now, NO_BODY)),
                lookup.header("x-alone", "y".repeat(20_000)),
                Call.get("/nowhere").header("x-alone", "y".repeat(20_000)),
                lookup.header("webhook-signatures", "y".repeat(20_000)),
                almost)) {
            wallet.endpoint().sendRaw(call).shouldBeMalformed();
        }
    }

    @Test
    void shouldTakeListOfAlmostEightKibibytes() {
        String now = wallet.now();
        String list = wallet.signer().signature("msg-1", now, NO_BODY);
        list = list + " v2," + "A".repeat(8192 - list.length() - 4);
        wallet.endpoint()
                .send(lookup.headers(Signer.headers("msg-1", now, list)))
                .shouldBe(404);
    }

    @Test
    void shouldVerifyBeforeAnyJsonIsParsed() {
        shouldRefuse(Call.post("/transactions", "{not json"));
        wallet.send(Call.post("/transactions", "{not json")).shouldBeMalformed();
    }

    @Test
    void shouldTakeIdenticalReplay() {
        Call signed = wallet.signed(lookup);
        wallet.endpoint().send(signed).shouldBe(404);
        wallet.endpoint().send(signed).shouldBe(404);
    }

    @Test
    void shouldNeverEchoTheSignature() {
        String signature = "v1," + "c2VjcmV0".repeat(5) + "c2U=";
        Answer answer = wallet.endpoint().send(lookup.headers(Signer.headers("msg-1", wallet.now(), signature)));
        assertFalse(answer.text().contains("c2VjcmV0"), answer::text);
    }

    @Test
    @NeedsOwnService
    void shouldTakeEveryLiveKeyOfAPlatform() {
        service.wallet(ServiceSettings.ALPHA_NEXT).send(lookup).shouldBe(404);
    }

    @Test
    @NeedsOwnService
    void shouldTakeSecretWithoutPadding() {
        service.wallet(ServiceSettings.BETA).send(lookup).shouldBe(404);
    }

    @Test
    @NeedsOwnService
    void shouldTakeEd25519Signature() {
        String now = wallet.now();
        String signature = ServiceSettings.CURVE.signature("msg-1", now, NO_BODY);
        wallet.endpoint()
                .send(lookup.headers(Signer.headers("msg-1", now, signature)))
                .shouldBe(404);
        shouldRefuse(lookup.headers(Signer.headers("msg-2", now, signature)));
    }

    @Test
    @NeedsOwnService
    void shouldTakeWhatThePublicLibrarySigns() throws Exception {
        String body = "{\"player_id\":\"Zoë\"}";
        long now = Long.parseLong(wallet.now());
        String signature = new Webhook(ServiceSettings.ALPHA).sign("msg-lib", now, body);
        Call call =
                Call.post("/players/balance", body).headers(Signer.headers("msg-lib", Long.toString(now), signature));
        wallet.endpoint().send(call).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldNotOpenTheOperatorsListenerWithAPlatformsSignature() {
        Call call = wallet.signed(Call.get("/operator/v1/trial-balance"));
        operator.endpoint().send(call).shouldBeProblem(401, "unauthorized");
    }

    private Answer send(String id, String timestamp) {
        return wallet.endpoint().send(lookup.headers(wallet.signer().headers(id, timestamp, NO_BODY)));
    }

    /** With the bytes of the id as UTF-8, which the pooled client does not send. */
    private Answer sendRaw(String id) {
        return wallet.endpoint().sendRaw(wallet.signedAs(id, lookup));
    }

    private void shouldRefuseRaw(Call call) {
        wallet.endpoint().sendRaw(call).shouldBeProblem(401, "invalid_signature");
    }

    private Answer shouldRefuse(Call call) {
        return wallet.endpoint().send(call).shouldBeProblem(401, "invalid_signature");
    }
}
