package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.security.Authenticator;
import io.aeron.security.SessionProxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SharedSecretTest {
    private final SharedSecret secret = secret("one and the same");
    private final Authenticator door = secret.door();
    private final Session session = new Session();

    /** Hears what the door says to it. */
    private static final class Session implements SessionProxy {
        private byte[] challenge = {};
        private boolean isIn;
        private boolean isRefused;

        @Override
        public long sessionId() {
            return 7;
        }

        @Override
        public boolean challenge(byte[] encodedChallenge) {
            challenge = encodedChallenge;
            return true;
        }

        @Override
        public boolean authenticate(byte[] encodedPrincipal) {
            isIn = true;
            return true;
        }

        @Override
        public void reject() {
            isRefused = true;
        }
    }

    private static SharedSecret secret(String text) {
        return new SharedSecret(text.getBytes(StandardCharsets.US_ASCII));
    }

    private boolean isLetIn(byte[] proof) {
        door.onConnectRequest(7, secret.encodedCredentials(), 0);
        door.onConnectedSession(session, 0);
        door.onChallengeResponse(7, proof, 0);
        door.onChallengedSession(session, 0);
        return session.isIn;
    }

    private byte[] challenge() {
        door.onConnectedSession(session, 0);
        return session.challenge;
    }

    @Test
    void shouldLetInWhoKnowsTheSecret() {
        assertTrue(isLetIn(secret.onChallenge(challenge())));
        assertFalse(session.isRefused);
    }

    @Test
    void shouldNotLetInWhoDoesNot() {
        door.onChallengedSession(session, 0);
        assertFalse(session.isRefused, "it has not answered");
        assertFalse(isLetIn(new byte[0]));
        assertTrue(session.isRefused);
        assertFalse(isLetIn(secret("another one").onChallenge(challenge())));
        assertFalse(isLetIn(challenge()));
    }

    @Test
    void shouldAskEachDoorAndSessionForAProofOfItsOwn() {
        byte[] first = challenge();
        Session other = new Session();
        secret.door().onConnectedSession(other, 0);

        assertEquals(32, first.length);
        assertFalse(Arrays.equals(first, other.challenge));
        assertEquals(0, secret.encodedCredentials().length, "nothing of it goes over the network unasked");
    }
}
