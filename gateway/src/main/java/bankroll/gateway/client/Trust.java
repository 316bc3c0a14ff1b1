package bankroll.gateway.client;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates a client believes over TLS, and which one it shows. Immutable; any thread. */
public final class Trust {
    private static final char[] NO_PASSWORD = {};

    private final TrustManager[] believed;
    private final KeyManager[] shown;

    private Trust(TrustManager[] believed, KeyManager[] shown) {
        this.believed = believed;
        this.shown = shown;
    }

    /** The authorities that this Java knows. */
    public static Trust ofJava() {
        return new Trust(null, null);
    }

    /**
     * The authorities in these files and no other; those that Java knows where there is no file.
     *
     * @param files certificates, PEM
     * @throws ConditionException names the file that can't be used
     */
    public static Trust of(Collection<Path> files) {
        return files.isEmpty() ? ofJava() : ofThese(files);
    }

    private static Trust ofThese(Collection<Path> files) {
        try {
            KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
            authorities.load(null, null);
            for (Path file : files) {
                for (Certificate certificate : certificates(file)) {
                    authorities.setCertificateEntry(Integer.toString(authorities.size()), certificate);
                }
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(authorities);
            return new Trust(managers.getTrustManagers(), null);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (found.isEmpty()) {
                throw unusable(file, "holds no certificate");
            }
            return found;
        } catch (IOException e) {
            throw unusable(file, "can't be read: " + Reason.of(e));
        } catch (CertificateException e) {
            throw unusable(file, "holds what is no certificate");
        }
    }

    private static ConditionException unusable(Path file, String what) {
        return new ConditionException(
                ExitCode.USAGE, "the authorities' file " + file + " " + what, "give their certificates, PEM");
    }

    /**
     * The same, for a service that asks who its client is.
     *
     * @param chain the client's own certificate first
     * @param key its private key
     */
    public Trust showing(List<? extends Certificate> chain, PrivateKey key) {
        try {
            KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
            own.load(null, null);
            own.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, NO_PASSWORD);
            return new Trust(believed, managers.getKeyManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    SSLContext context() {
        try {
            if (believed == null && shown == null) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown, believed, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }
}
