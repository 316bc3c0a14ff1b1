package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions §1: what a secret looks like, at both ends of its length. */
class SecretFormTest {
    @ParameterizedTest
    @CsvSource({"0,false", "15,false", "16,true", "17,true", "511,true", "512,true", "513,false"})
    void shouldTakeSecretsOf16To512Bytes(int bytes, boolean isGood) {
        assertEquals(isGood, Secret.isSigning("whsec_" + base64(bytes)));
    }

    @ParameterizedTest
    @CsvSource({"0,false", "31,false", "32,true", "33,false", "512,false"})
    void shouldTakePublicKeysOf32Bytes(int bytes, boolean isGood) {
        assertEquals(isGood, Secret.isSigning("whpk_" + base64(bytes)));
    }

    /** Found by SecretFuzzTarget: 32 bytes that are no point of the curve ended the start as a defect. */
    @Test
    void shouldTakeNoPublicKeyThatNothingCanBeCheckedWith() {
        assertFalse(Secret.isSigning("whpk_MMOMMMMMMMMMMOMMMMMMMMMMMMMMMMMMMMMMMMMMMMw"));
    }

    @Test
    void shouldTakeSecretsWithAndWithoutPadding() {
        String padded = base64(16);
        assertTrue(padded.endsWith("=="));
        assertTrue(Secret.isSigning("whsec_" + padded.replace("=", "")));
    }

    @Test
    void shouldTakeNothingWithoutAPrefix() {
        assertFalse(Secret.isSigning(base64(32)));
        assertFalse(Secret.isSigning("WHSEC_" + base64(32)));
        assertFalse(Secret.isSigning("whsec-" + base64(32)));
    }

    @ParameterizedTest
    @CsvSource({"0,false", "15,false", "16,true", "17,true", "511,true", "512,true", "513,false"})
    void shouldTakeTokensOf16To512Characters(int length, boolean isGood) {
        assertEquals(isGood, Secret.isToken("t".repeat(length)));
    }

    @ParameterizedTest
    @CsvSource({"0x1f,false", "0x20,false", "0x21,true", "0x7e,true", "0x7f,false", "0xe9,false", "0x661,false"})
    void shouldTakeTokensOfVisibleAsciiAlone(String character, boolean isGood) {
        char one = (char) Integer.decode(character).intValue();
        assertEquals(isGood, Secret.isToken("0123456789abcde" + one));
        assertEquals(isGood, Secret.isToken(one + "0123456789abcde"));
    }

    private static String base64(int bytes) {
        return Base64.getEncoder().encodeToString(new byte[bytes]);
    }
}
