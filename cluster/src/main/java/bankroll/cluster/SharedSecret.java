package bankroll.cluster;

import bankroll.protocol.Sha256;
import io.aeron.archive.client.ArchiveException;
import io.aeron.security.Authenticator;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.SessionProxy;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.agrona.collections.LongHashSet;

/**
 * What members prove to each other before one's archive serves the other, and a node's own session to its consensus module: that
 * both hold the same secret. It never goes over the network; a challenge does, and its HMAC. The consensus module asks nobody
 * for it, and serves the log, too.
 */
final class SharedSecret implements CredentialsSupplier {
    private static final int SECRET_BYTES = 32;
    private static final byte[] NOTHING = {};

    private final byte[] secret;

    SharedSecret(byte[] secret) {
        this.secret = secret.clone();
    }

    /** One that nobody outside this process can know. */
    static SharedSecret drawn() {
        return new SharedSecret(draw());
    }

    @Override
    public byte[] encodedCredentials() {
        return NOTHING;
    }

    @Override
    public byte[] onChallenge(byte[] challenge) {
        return Sha256.hmac(secret).doFinal(challenge);
    }

    /** Asks whoever comes for a proof; one thread. */
    Authenticator door() {
        return new Door(draw());
    }

    /** Whether another member's archive has told that it does not take this node's proof. */
    static boolean isRefused(Throwable why) {
        return why instanceof ArchiveException told && told.errorCode() == ArchiveException.AUTHENTICATION_REJECTED;
    }

    private static byte[] draw() {
        byte[] drawn = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(drawn);
        return drawn;
    }

    /**
     * A session's challenge is computed from its number, so that nothing is kept of whoever never answers. Whoever answers wrong
     * is told so: a member that has another secret has to be found out.
     */
    private final class Door implements Authenticator {
        /** Of those that are gone before they are told. */
        private static final int MOST_WRONG = 1_000;

        private final byte[] drawn;
        private final LongHashSet proved = new LongHashSet();
        private final LongHashSet wrong = new LongHashSet();

        private Door(byte[] drawn) {
            this.drawn = drawn;
        }

        private byte[] challenge(long sessionId) {
            return Sha256.hmac(drawn)
                    .doFinal(ByteBuffer.allocate(Long.BYTES).putLong(sessionId).array());
        }

        @Override
        public void onConnectRequest(long sessionId, byte[] encodedCredentials, long nowMs) {
            // a proof is asked for when the way back is there
        }

        @Override
        public void onConnectedSession(SessionProxy session, long nowMs) {
            session.challenge(challenge(session.sessionId()));
        }

        @Override
        public void onChallengeResponse(long sessionId, byte[] encodedCredentials, long nowMs) {
            if (MessageDigest.isEqual(onChallenge(challenge(sessionId)), encodedCredentials)) {
                proved.add(sessionId);
            } else {
                if (wrong.size() >= MOST_WRONG) {
                    wrong.clear();
                }
                wrong.add(sessionId);
            }
        }

        @Override
        public void onChallengedSession(SessionProxy session, long nowMs) {
            if (proved.contains(session.sessionId()) && session.authenticate(NOTHING)) {
                proved.remove(session.sessionId());
            } else if (wrong.remove(session.sessionId())) {
                session.reject();
            }
        }
    }
}
