package bankroll.gateway.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.auth.SignedRequest.Prefix;
import bankroll.gateway.auth.SignedRequest.SigningScheme;
import bankroll.gateway.auth.SigningKeys.Verifier;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import com.standardwebhooks.Webhook;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureVerifierTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIMESTAMP = 1614265330;
    private static final byte[] BODY = utf8("{\"test\": 2432232314}");
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Platform platform(String name, SignatureScheme scheme, String... secrets) {
        return new Platform(
                name, scheme, Arrays.stream(secrets).map(Secret::new).toList(), Optional.empty());
    }

    private static String secret(int length) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) length);
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    private static Verifier verifier(Platform... platforms) {
        return new SigningKeys(List.of(platforms), 300).verifier();
    }

    private static SignedRequest request(String id, String timestamp, String signature, byte[] body) {
        return new SignedRequest("POST", "/v1/x", id, timestamp, signature, body, body == null ? 0 : body.length);
    }

    private static boolean isValid(String id, String timestamp, String signature, byte[] body) {
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        return verifier.verify(request(id, timestamp, signature, body), TIMESTAMP * 1000) != null;
    }

    private static boolean isValid(String signature) {
        return isValid(ID, Long.toString(TIMESTAMP), signature, BODY);
    }

    @Test
    void shouldAcceptThePublicVectors() {
        assertTrue(isValid(SIGNATURE));
        Verifier other = verifier(platform("beta", SignatureScheme.STANDARD, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"));
        SignedRequest second = request(
                "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
                "1649367553",
                "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
                utf8("{\"email\":\"test@example.com\",\"username\":\"test_user\"}"));
        assertEquals("beta", other.verify(second, 1649367553_000L).name());
    }

    @Test
    void shouldAcceptTheVectorsOfTheDecisions() {
        String time = Long.toString(TIMESTAMP);
        assertTrue(isValid(ID, time, "v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=", null));
        assertTrue(isValid(ID, time, "v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=", new byte[0]));
        assertTrue(isValid(ID, time, "v1,vg7lzrZ2KWe/hDEG4i8Jt35HwEjciKwUEKAxmBmuU2M=", utf8("{\"n\":\"Zoë\"}")));
        byte[] notUtf8 = "{\"n\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertTrue(isValid(ID, time, "v1,mwmDORhb8vDfaIhZyAiVmUhvZpNd1+3+7kKea0/NGvo=", notUtf8));
    }

    @Test
    void shouldAcceptWhatThePublicLibrarySigns() throws Exception {
        String signature = new Webhook(SECRET).sign(ID, TIMESTAMP, "{\"any\":\"body\"}");
        assertTrue(isValid(ID, Long.toString(TIMESTAMP), signature, utf8("{\"any\":\"body\"}")));
    }

    @Test
    void shouldCountOnlyTheBodysLengthOfALargerArray() {
        byte[] larger = Arrays.copyOf(BODY, 100);
        SignedRequest request =
                new SignedRequest("POST", "/", ID, Long.toString(TIMESTAMP), SIGNATURE, larger, BODY.length);
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        assertEquals("alpha", verifier.verify(request, TIMESTAMP * 1000).name());
    }

    @Test
    void shouldLookForTheKeyOneAttemptAtATimeHoweverManyAreLive() {
        Platform[] platforms = IntStream.range(0, 50)
                .mapToObj(i -> platform(
                        "p" + i,
                        SignatureScheme.STANDARD,
                        "whsec_" + Base64.getEncoder().encodeToString(utf8("a secret of number " + i))))
                .toArray(Platform[]::new);
        platforms[49] = platform("alpha", SignatureScheme.STANDARD, SECRET);
        Verifier verifier = verifier(platforms);
        SignedRequest request = request(ID, Long.toString(TIMESTAMP), SIGNATURE, BODY);
        Verifier.Trial slow = verifier.trial(request, TIMESTAMP * 1000);
        Verifier.Trial forged = verifier.trial(
                request(ID, Long.toString(TIMESTAMP), SIGNATURE, utf8("another body")), TIMESTAMP * 1000);
        for (int attempt = 1; attempt < 50; attempt++) {
            assertFalse(slow.goOn(0), "after attempt " + attempt);
            assertFalse(forged.goOn(0));
            if (attempt == 20) {
                // its key comes to the front meanwhile
                assertEquals("alpha", verifier.verify(request, TIMESTAMP * 1000).name());
            }
        }
        assertTrue(slow.goOn(0));
        assertEquals("alpha", slow.caller().name());
        assertTrue(forged.goOn(0));
        assertNull(forged.caller());
        assertEquals(SignatureFault.NO_KEY, forged.fault().fault());
    }

    @ParameterizedTest
    @CsvSource({"-300,true", "300,true", "-301,false", "301,false", "0,true"})
    void shouldTolerate300SecondsEitherWay(long secondsOff, boolean valid) {
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        SignedRequest request = request(ID, Long.toString(TIMESTAMP), SIGNATURE, BODY);
        assertEquals(valid, verifier.verify(request, (TIMESTAMP + secondsOff) * 1000) != null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "+1614265330", "-1614265330", "1614265330.0", " 1614265330", "0x60", "1614265330000", "١٦"})
    void shouldRefuseATimestampThatIsNotOneToTwelveDigits(String timestamp) {
        assertFalse(isValid(ID, timestamp, SIGNATURE, BODY));
    }

    @ParameterizedTest
    @CsvSource({
        "0,true",
        "000000000300,true",
        "0000000000000,false",
        "'',false",
        "x,false",
        "-1,false",
        "/,false",
        ":,false"
    })
    void shouldRefuseATimeOutOfFormEvenIfItIsSignedAndWouldBeNow(String timestamp, boolean valid) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
        byte[] signed = mac.doFinal(utf8(ID + "." + timestamp + ".{}"));
        String signature = "v1," + Base64.getEncoder().encodeToString(signed);
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        assertEquals(valid, verifier.verify(request(ID, timestamp, signature, utf8("{}")), 0) != null);
    }

    @Test
    void shouldRefuseAMissingOrEmptyHeader() {
        String time = Long.toString(TIMESTAMP);
        assertFalse(isValid(null, time, SIGNATURE, BODY));
        assertFalse(isValid("", time, SIGNATURE, BODY));
        assertFalse(isValid(ID, null, SIGNATURE, BODY));
        assertFalse(isValid(ID, time, null, BODY));
        assertFalse(isValid(ID, time, "", BODY));
    }

    @Test
    void shouldRefuseAnythingThatWasChanged() {
        String time = Long.toString(TIMESTAMP);
        assertFalse(isValid(ID + "x", time, SIGNATURE, BODY));
        assertFalse(isValid(ID, Long.toString(TIMESTAMP + 1), SIGNATURE, BODY));
        assertFalse(isValid(ID, "0" + time, SIGNATURE, BODY));
        assertFalse(isValid(ID, time, SIGNATURE, utf8("{\"test\": 2432232315}")));
        assertFalse(isValid(ID, time, SIGNATURE, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OA=",
                "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "V1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v1,",
                "v1",
                ",",
                "v1,g0hM",
                "v1,****",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1O**"
            })
    void shouldRefuseWhatIsNoSignatureOfAKnownVersion(String signature) {
        assertFalse(isValid(signature));
    }

    @Test
    void shouldSkipUnknownVersionsAndUndecodableEntries() {
        assertTrue(isValid("v9,abc v1,not~base64 v1a,AAAA nonsense  " + SIGNATURE + " v1,g0hM"));
        assertTrue(isValid(SIGNATURE.replace("=", "")), "without padding");
        assertTrue(isValid(" ".repeat(50) + SIGNATURE + " ".repeat(50)), "spaces are no entries");
    }

    @Test
    void shouldAcceptASignatureWhereverItStandsAmongOthers() {
        String other = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        assertTrue(isValid(SIGNATURE + " " + other));
        assertTrue(isValid(other + " " + SIGNATURE));
        assertTrue(isValid(other + " " + SIGNATURE + " " + other));
        assertFalse(isValid(other + " " + other));
    }

    @Test
    void shouldRefuseMoreThan20EntriesOr8KiB() {
        String other = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= ";
        assertTrue(isValid(other.repeat(19) + SIGNATURE));
        assertFalse(isValid(other.repeat(20) + SIGNATURE));
        assertTrue(isValid("x".repeat(8191 - SIGNATURE.length()) + " " + SIGNATURE));
        assertFalse(isValid("x".repeat(8192 - SIGNATURE.length()) + " " + SIGNATURE));
    }

    @Test
    void shouldRefuseAnIdOfMoreThan256Characters() throws Exception {
        for (int length : List.of(256, 257)) {
            for (String character : List.of("i", "ë", "\ud83c\udfb2")) {
                String id = character.repeat(length);
                String asNettyGivesIt = new String(utf8(id), StandardCharsets.ISO_8859_1);
                String signature = new Webhook(SECRET).sign(id, TIMESTAMP, "{}");
                assertEquals(
                        length == 256, isValid(asNettyGivesIt, Long.toString(TIMESTAMP), signature, utf8("{}")), id);
            }
        }
    }

    @Test
    void shouldSignHeaderBytesAsTheyWereSent() throws Exception {
        byte[] rawId = utf8("msg_Zoë");
        String asNettyGivesIt = new String(rawId, StandardCharsets.ISO_8859_1);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
        mac.update(rawId);
        mac.update(utf8("." + TIMESTAMP + ".{}"));
        String signature = "v1," + Base64.getEncoder().encodeToString(mac.doFinal());
        assertTrue(isValid(asNettyGivesIt, Long.toString(TIMESTAMP), signature, utf8("{}")));
    }

    @Test
    void shouldTellThePlatformByItsKeyAndAcceptEveryLiveKey() throws Exception {
        String second = secret(31).replace("=", "");
        String third = secret(24);
        Verifier verifier = verifier(
                platform("alpha", SignatureScheme.STANDARD, SECRET, second),
                platform("beta", SignatureScheme.STANDARD, third));
        for (int round = 0; round < 2; round++) {
            assertEquals("alpha", callerOf(verifier, SECRET).name());
            assertEquals("alpha", callerOf(verifier, second).name());
            assertEquals("beta", callerOf(verifier, third).name());
            assertNull(callerOf(verifier, secret(25)));
        }
    }

    @Test
    void shouldRefuseAKeyThatCanVerifyNothingBeforeItIsInForce() {
        byte[] noPoint = new byte[32];
        Arrays.fill(noPoint, (byte) 0xff);
        String notOnTheCurve = "whpk_" + Base64.getEncoder().encodeToString(noPoint);
        String tooShort = "whpk_" + Base64.getEncoder().encodeToString(new byte[31]);
        for (String secret : List.of("whsec_", "whpk_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", notOnTheCurve, tooShort)) {
            Platform unusable = platform("alpha", SignatureScheme.STANDARD, secret);
            assertThrows(IllegalArgumentException.class, () -> verifier(unusable), secret);
        }
        Platform empty = platform("alpha", SignatureScheme.STANDARD, "whsec_");
        assertEquals(
                "platform alpha: a secret is not base64 after its prefix",
                assertThrows(IllegalArgumentException.class, () -> verifier(empty))
                        .getMessage());
        Platform bodyWithPublicKey = platform("alpha", SignatureScheme.BODY, "whpk_AAAA");
        assertEquals(
                "platform alpha: a secret must start with whsec_",
                assertThrows(IllegalArgumentException.class, () -> verifier(bodyWithPublicKey))
                        .getMessage());
    }

    @Test
    void shouldCountHowOftenEachLiveKeyHasSigned() throws Exception {
        Platform alpha = platform("alpha", SignatureScheme.STANDARD, SECRET, secret(31));
        Platform beta = platform("beta", SignatureScheme.STANDARD, secret(24));
        SigningKeys keys = new SigningKeys(List.of(alpha, beta), 300);
        Verifier verifier = keys.verifier();
        callerOf(verifier, SECRET);
        callerOf(keys.verifier(), SECRET);
        callerOf(verifier, secret(24));
        callerOf(verifier, secret(25));

        assertEquals(Map.of(key(alpha, 0), 2L, key(alpha, 1), 0L, key(beta, 0), 1L), keys.uses());
        keys.replace(List.of(beta));
        assertEquals(Map.of(key(beta, 0), 1L), keys.uses());
    }

    private static List<String> key(Platform platform, int secret) {
        return List.of(platform.name(), platform.secrets().get(secret).id());
    }

    @Test
    void shouldFindNoSignerWhereNoPlatformMayCall() {
        SignedRequest request = request(ID, Long.toString(TIMESTAMP), SIGNATURE, BODY);

        assertEquals(
                SignatureFault.NO_SIGNATURE,
                fault(verifier(), request, TIMESTAMP * 1000).fault());
    }

    private static Caller callerOf(Verifier verifier, String secret) throws Exception {
        String signature = new Webhook(secret).sign(ID, TIMESTAMP, "{}");
        SignedRequest request = request(ID, Long.toString(TIMESTAMP), signature, utf8("{}"));
        return verifier.verify(request, TIMESTAMP * 1000);
    }

    @Test
    void shouldTakeUpReplacedKeysAndRefuseASetWithAnUnusableOne() throws Exception {
        String next = secret(24);
        SigningKeys keys = new SigningKeys(List.of(platform("alpha", SignatureScheme.STANDARD, SECRET)), 300);
        Verifier verifier = keys.verifier();
        assertEquals("alpha", callerOf(verifier, SECRET).name());

        keys.replace(List.of(platform("alpha", SignatureScheme.STANDARD, SECRET, next)));
        assertEquals("alpha", callerOf(verifier, SECRET).name());
        assertEquals("alpha", callerOf(verifier, next).name());
        keys.replace(List.of(platform("alpha", SignatureScheme.STANDARD, next)));
        assertNull(callerOf(verifier, SECRET));

        Platform unusable = platform("alpha", SignatureScheme.STANDARD, "whsec_%%%");
        String message = assertThrows(IllegalArgumentException.class, () -> keys.replace(List.of(unusable)))
                .getMessage();
        assertFalse(message.contains("%%%"), message);
        assertEquals("alpha", callerOf(verifier, next).name());
    }

    @Test
    void shouldVerifyEd25519WithAPublicKey() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Verifier verifier = verifier(platform("curve", SignatureScheme.STANDARD, publicKey(pair)));
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(utf8(ID + "." + TIMESTAMP + "."));
        signer.update(BODY);
        String signature = "v1a," + Base64.getEncoder().encodeToString(signer.sign());
        String time = Long.toString(TIMESTAMP);

        String list = SIGNATURE + " v1a,AAAA " + signature;
        assertEquals(
                "curve",
                verifier.verify(request(ID, time, list, BODY), TIMESTAMP * 1000).name());
        assertEquals(
                SignatureFault.NO_KEY,
                fault(verifier, request(ID, time, signature, utf8("{}")), TIMESTAMP * 1000)
                        .fault());
        assertEquals(
                SignatureFault.NO_SIGNATURE,
                fault(verifier, request(ID, time, SIGNATURE, BODY), TIMESTAMP * 1000)
                        .fault(),
                "none that a public key can be held against");
        assertNull(verifier.verify(request(ID, time, "v1," + signature.substring(4), BODY), TIMESTAMP * 1000));
        byte[] noPoint = new byte[64];
        Arrays.fill(noPoint, (byte) 0xff);
        for (byte[] bytes : List.of(new byte[64], noPoint)) {
            String wrong = "v1a," + Base64.getEncoder().encodeToString(bytes);
            for (String both : List.of(wrong + " " + signature, signature + " " + wrong)) {
                assertEquals(
                        "curve",
                        verifier.verify(request(ID, time, both, BODY), TIMESTAMP * 1000)
                                .name());
            }
            assertNull(verifier.verify(request(ID, time, wrong, BODY), TIMESTAMP * 1000));
        }
        assertNull(verifier.verify(request(ID, time, signature, BODY), (TIMESTAMP + 301) * 1000));
    }

    @Test
    void shouldTryEachEd25519SignatureOfAListOnceAndStopAtTheOneThatMatches() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(utf8(ID + "." + TIMESTAMP + "."));
        signer.update(BODY);
        String good = entry(signer.sign());
        CountingSignature counting = new CountingSignature();
        SigningScheme scheme = new SigningScheme.StandardEd25519(Prefix.STANDARD, pair.getPublic(), counting);
        List<String> wrong = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> entry(new byte[] {(byte) i}))
                .toList();

        assertTrue(matches(scheme, good + " " + wrong.get(0) + " " + wrong.get(1)));
        assertEquals(1, counting.verified);
        assertTrue(matches(scheme, String.join(" ", wrong.subList(0, 19)) + " " + good), "the last of twenty");
        assertEquals(21, counting.verified);
        assertFalse(matches(scheme, String.join(" ", wrong)));
        assertEquals(41, counting.verified);
        assertFalse(matches(scheme, (wrong.get(0) + " ").repeat(20).strip()));
        assertEquals(42, counting.verified, "the same signature again is not tried again");
    }

    private static boolean matches(SigningScheme scheme, String header) {
        SignedRequest request = request(ID, Long.toString(TIMESTAMP), header, BODY);
        List<String> entries = request.entries();
        return IntStream.range(0, scheme.attempts(entries)).anyMatch(i -> scheme.matches(request, entries, i));
    }

    private static String entry(byte[] signature) {
        return "v1a," + Base64.getEncoder().encodeToString(Arrays.copyOf(signature, 64));
    }

    /** Ed25519 as the JDK has it, and how often it was asked. */
    private static final class CountingSignature extends Signature {
        private final Signature ed25519 = Signature.getInstance("Ed25519");
        private int verified;

        CountingSignature() throws NoSuchAlgorithmException {
            super("Ed25519");
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            ed25519.initVerify(key);
        }

        @Override
        protected void engineUpdate(byte b) throws SignatureException {
            ed25519.update(b);
        }

        @Override
        protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
            ed25519.update(bytes, offset, length);
        }

        @Override
        protected boolean engineVerify(byte[] signature) throws SignatureException {
            verified++;
            return ed25519.verify(signature);
        }

        @Override
        protected void engineInitSign(PrivateKey key) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected byte[] engineSign() {
            throw new UnsupportedOperationException();
        }

        @Override
        @Deprecated
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        @Deprecated
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void shouldBindMethodAndPathUnderTheSchemeStrict() throws Exception {
        Verifier verifier = verifier(platform("careful", SignatureScheme.STRICT, SECRET));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
        mac.update(utf8(ID + "." + TIMESTAMP + ".POST./v1/x."));
        String signature = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(BODY));

        Caller caller = verifier.verify(strict("POST", "/v1/x", signature), TIMESTAMP * 1000);
        assertEquals("careful", caller.name());
        assertTrue(caller.hasWebhookId());
        assertNull(verifier.verify(strict("PUT", "/v1/x", signature), TIMESTAMP * 1000));
        assertNull(verifier.verify(strict("POST", "/v1/y", signature), TIMESTAMP * 1000));
        assertNull(verifier.verify(strict("POST", "/v1/x", SIGNATURE), TIMESTAMP * 1000), "the standard's text");
    }

    private static SignedRequest strict(String method, String path, String signature) {
        return new SignedRequest(method, path, ID, Long.toString(TIMESTAMP), signature, BODY, BODY.length);
    }

    @Test
    void shouldVerifyEd25519UnderTheSchemeStrict() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Verifier verifier = verifier(platform("careful", SignatureScheme.STRICT, publicKey(pair)));
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(utf8(ID + "." + TIMESTAMP + ".POST./v1/x."));
        signer.update(BODY);
        String signature = entry(signer.sign());

        assertEquals(
                "careful",
                verifier.verify(strict("POST", "/v1/x", signature), TIMESTAMP * 1000)
                        .name());
        assertNull(verifier.verify(strict("POST", "/v1/y", signature), TIMESTAMP * 1000));
    }

    @Test
    void shouldSayWhatIsWrongWithARequestThatNobodySigned() {
        String time = Long.toString(TIMESTAMP);
        String foreign = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        assertFault(SignatureFault.HEADER_MISSING, "webhook-signature is missing", request(ID, time, null, BODY));
        assertFault(SignatureFault.HEADER_MISSING, "webhook-id is missing", request("", time, SIGNATURE, BODY));
        assertFault(SignatureFault.HEADER_MISSING, "webhook-timestamp is missing", request(ID, null, SIGNATURE, BODY));
        assertFault(SignatureFault.HEADER_MALFORMED, "more than 20 entries", request(ID, time, "x ".repeat(21), BODY));
        assertFault(
                SignatureFault.HEADER_MALFORMED,
                "webhook-id is longer than 256 characters",
                request("i".repeat(257), time, SIGNATURE, BODY));
        assertFault(SignatureFault.HEADER_MALFORMED, "Unix seconds", request(ID, "now", SIGNATURE, BODY));
        assertFault(
                SignatureFault.STALE,
                "webhook-timestamp is 301 s behind this service's clock; 300 s are allowed",
                request(ID, Long.toString(TIMESTAMP - 301), SIGNATURE, BODY));
        assertFault(
                SignatureFault.STALE,
                "webhook-timestamp is 4000 s ahead of this service's clock; 300 s are allowed",
                request(ID, Long.toString(TIMESTAMP + 4000), SIGNATURE, BODY));
        assertFault(SignatureFault.NO_SIGNATURE, "no entry", request(ID, time, "v1,short v9,x", BODY));
        assertFault(SignatureFault.NO_KEY, "no live key", request(ID, time, foreign, BODY));
    }

    @Test
    void shouldCountEachByteOfAnIdThatIsNotUtf8() {
        assertFault(
                SignatureFault.HEADER_MALFORMED,
                "webhook-id is longer than 256 characters",
                request("\u00a9".repeat(257), Long.toString(TIMESTAMP), SIGNATURE, BODY));
    }

    private static void assertFault(SignatureFault fault, String words, SignedRequest request) {
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        SignatureFault.Found found = fault(verifier, request, TIMESTAMP * 1000);
        assertEquals(fault, found.fault());
        String detail = found.detail();
        assertTrue(detail.contains(words), detail);
        assertFalse(request.signature() != null && detail.contains(request.signature()), detail);
        boolean isOfTheHead = fault != SignatureFault.NO_SIGNATURE && fault != SignatureFault.NO_KEY;
        SignatureFault.Found head = verifier.headFault(request, TIMESTAMP * 1000);
        assertEquals(isOfTheHead ? found : null, head);
    }

    /** Why a request has no signer. */
    private static SignatureFault.Found fault(Verifier verifier, SignedRequest request, long nowMs) {
        Verifier.Trial trial = verifier.trial(request, nowMs);
        assertTrue(trial.goOn(Long.MAX_VALUE));
        assertNull(trial.caller());
        return trial.fault();
    }

    @Test
    void shouldNotAskForIdAndTimeWhereAPlatformSignsTheBodyAlone() {
        Verifier verifier = verifier(
                platform("bodied", SignatureScheme.BODY, SECRET),
                platform("alpha", SignatureScheme.STANDARD, secret(24)));
        SignedRequest ofBody = request(null, null, "ab".repeat(32), BODY);
        assertNull(verifier.headFault(ofBody, 0));
        assertEquals(SignatureFault.NO_KEY, fault(verifier, ofBody, 0).fault());
        assertEquals(
                SignatureFault.STALE,
                fault(verifier, request(ID, "1", SIGNATURE, BODY), TIMESTAMP * 1000)
                        .fault());
    }

    /** Of a head that nobody reads to its end. */
    @Test
    void shouldRefuseAHeaderOfTheSignatureForItsLengthAlone() {
        Verifier verifier = verifier(platform("alpha", SignatureScheme.STANDARD, SECRET));
        for (Map.Entry<String, Integer> most : Map.of(
                        SignedRequest.SIGNATURE, 8_192, SignedRequest.ID, 1_024, SignedRequest.TIMESTAMP, 12)
                .entrySet()) {
            assertNull(verifier.lengthFault(most.getKey(), most.getValue()));
            SignatureFault.Found fault = verifier.lengthFault(most.getKey(), most.getValue() + 1);
            assertEquals(SignatureFault.HEADER_MALFORMED, fault.fault());
            assertTrue(fault.detail().startsWith(most.getKey() + " "), fault::detail);
        }
        assertNull(verifier.lengthFault("x-other", 20_000));
        assertNull(verifier(platform("open", SignatureScheme.OFF)).lengthFault(SignedRequest.SIGNATURE, 20_000));
    }

    @Test
    void shouldWaitForTheBodyOfWhatNeedsNoSignature() {
        Verifier verifier = verifier(platform("open", SignatureScheme.OFF));
        assertNull(verifier.headFault(request(null, null, null, BODY), 0));
    }

    private static String publicKey(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        return "whpk_" + Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, 12, 44));
    }

    @Test
    void shouldVerifyTheBodyAloneUnderTheSchemeBody() throws Exception {
        Verifier verifier = verifier(platform("bodied", SignatureScheme.BODY, SECRET));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
        byte[] ofBody = mac.doFinal(BODY);
        String base64 = Base64.getEncoder().encodeToString(ofBody);
        String hex = HexFormat.of().formatHex(ofBody);
        for (String header : List.of(
                base64,
                hex,
                "v1," + base64,
                "sha256=" + hex,
                "v1," + hex,
                "sha256=" + base64,
                hex.toUpperCase(Locale.ROOT))) {
            Caller caller = verifier.verify(request(null, null, header, BODY), 0);
            assertEquals("bodied", caller.name(), header);
            assertFalse(caller.hasWebhookId());
            assertNull(verifier.verify(request(null, null, header, utf8("{}")), 0), header);
        }
        for (String header : List.of("", "v2," + base64, "sha256=", hex.substring(1), "zz" + hex.substring(2))) {
            assertNull(verifier.verify(request(null, null, header, BODY), 0), header);
        }
        assertNull(verifier.verify(request(null, null, null, BODY), 0));
        String ofPath = HexFormat.of().formatHex(mac.doFinal(utf8("/v1/x")));
        assertEquals(
                "bodied", verifier.verify(request(null, null, ofPath, null), 0).name());
        assertNull(verifier.verify(request(null, null, hex, null), 0));
    }

    @Test
    void shouldFallBackToThePlatformWithoutSignatures() throws Exception {
        Verifier verifier =
                verifier(platform("open", SignatureScheme.OFF), platform("alpha", SignatureScheme.STANDARD, SECRET));
        for (int round = 0; round < 2; round++) {
            assertEquals(
                    "open", verifier.verify(request(null, null, null, BODY), 0).name());
            assertEquals("alpha", callerOf(verifier, SECRET).name());
        }
    }
}
