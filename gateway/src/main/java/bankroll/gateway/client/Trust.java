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
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates a client believes over TLS. Immutable; any thread. */
public final class Trust {
    private final SSLContext context;

    private Trust(SSLContext context) {
        this.context = context;
    }

    /** The authorities that this Java knows. */
    public static Trust ofJava() {
        try {
            return new Trust(SSLContext.getDefault());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
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
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return new Trust(context);
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

    SSLContext context() {
        return context;
    }
}
