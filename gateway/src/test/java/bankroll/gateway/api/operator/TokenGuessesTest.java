package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.api.PassingTime;
import bankroll.gateway.api.operator.TokenAdmission.TokenGuesses;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Secret;
import bankroll.gateway.http.ClientAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class TokenGuessesTest {
    private static final OperatorToken ADA = token("ada");
    private static final OperatorToken SUE = token("sue");

    private final PassingTime time = new PassingTime();
    private final TokenGuesses guesses = new TokenGuesses(60, time);

    private static OperatorToken token(String name) {
        return new OperatorToken(name, OperatorRole.ADMIN, new Secret(name + "-0123456789abcdef"));
    }

    private static ClientAddress address(int last) {
        return of(192, 0, 2, last);
    }

    private static ClientAddress of(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return new ClientAddress(InetAddress.getByAddress(raw));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void guess(ClientAddress address, int times) {
        for (int i = 0; i < times; i++) {
            assertEquals(0, guesses.secondsToWait(address, null));
            guesses.wrong(address);
        }
    }

    @Test
    void shouldLetAnAddressWaitAfterTooManyWrongTokensAndOnlyThatOne() {
        guess(address(1), 60);
        assertEquals(1, guesses.secondsToWait(address(1), null));
        assertEquals(1, guesses.secondsToWait(address(1), ADA), "a good token that was not seen there before");
        assertEquals(0, guesses.secondsToWait(address(2), null));
        assertEquals(0, guesses.secondsToWait(address(2), ADA));
    }

    @Test
    void shouldGiveBackOneTrialASecondAndAllOfThemAfterAMinute() {
        guess(address(1), 60);
        time.pass(1);
        guess(address(1), 1);
        assertEquals(1, guesses.secondsToWait(address(1), null));
        time.pass(60);
        guess(address(1), 60);
        assertEquals(1, guesses.secondsToWait(address(1), null));
    }

    @Test
    void shouldGoOnServingATokenThatTheAddressPresentedBefore() {
        guesses.right(address(1), ADA);
        guess(address(1), 60);
        assertEquals(0, guesses.secondsToWait(address(1), ADA));
        assertEquals(1, guesses.secondsToWait(address(1), SUE));
    }

    @Test
    void shouldCountANetworkOfIpv6AsOneAddress() {
        guess(of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1), 60);
        assertEquals(1, guesses.secondsToWait(of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9, 9, 9), null));
        assertEquals(0, guesses.secondsToWait(of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1), null));
    }

    @Test
    void shouldRememberTenThousandAddressesAndForgetTheQuietest() {
        guess(address(1), 60);
        for (int i = 0; i < 10_000; i++) {
            guesses.wrong(of(10, 0, i >> 8, i & 255));
        }
        assertEquals(0, guesses.secondsToWait(address(1), null));
    }
}
