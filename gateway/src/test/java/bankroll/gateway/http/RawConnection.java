package bankroll.gateway.http;

import bankroll.gateway.contract.kit.Answer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.SocketFactory;

/** A socket that sends any bytes and reads answers line by line; nothing is hidden from the test. */
final class RawConnection implements AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;
    private static final int TLS_ALERT = 21;
    private final Socket socket;
    private final InputStream in;

    RawConnection(int port) {
        this(SocketFactory.getDefault(), port);
    }

    /** Over what the factory makes: TLS, too. */
    RawConnection(SocketFactory factory, int port) {
        this(factory, null, port);
    }

    /** From another address of this machine. */
    RawConnection(String from, int port) {
        this(SocketFactory.getDefault(), literal(from), port);
    }

    private RawConnection(SocketFactory factory, InetAddress from, int port) {
        try {
            InetAddress to = InetAddress.getLoopbackAddress();
            socket = from == null ? factory.createSocket(to, port) : factory.createSocket(to, port, from, 0);
            socket.setReceiveBufferSize(64 * 1024);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends each char as one byte. */
    void send(String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void finishSending() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves at once, as a client does that is ended: what is on its way is lost, and the other side is told. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer read() {
        return read(false);
    }

    Answer readHead() {
        return read(true);
    }

    private Answer read(boolean isHead) {
        String begin = line();
        if (!begin.startsWith("HTTP/1.1 ")) {
            throw new AssertionError("no answer begins with '" + begin + "'");
        }
        int status = Integer.parseInt(begin.split(" ")[1]);
        Map<String, List<String>> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] header = line.split(": ", 2);
            headers.computeIfAbsent(header[0].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(header[1]);
        }
        int length = Integer.parseInt(
                headers.getOrDefault("content-length", List.of("0")).get(0));
        try {
            return new Answer(status, headers, in.readNBytes(isHead ? 0 : length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String line() {
        StringBuilder line = new StringBuilder();
        for (int next = next(); next != '\n'; next = next()) {
            if (next < 0) {
                throw new AssertionError("the connection ended after '" + line + "'");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    /** The next byte; -1 at the end. */
    int next() {
        try {
            return in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads so many bytes. */
    void skip(int bytes) {
        try {
            in.skipNBytes(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the rest of an answer's head. */
    void skipHead() {
        while (!line().isEmpty()) {
            // the next one
        }
    }

    /** Waits for the service to close. */
    boolean isClosedByService() {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Waits until the service ends the connection, and wants no answer before. */
    void awaitEnd() {
        try {
            int next = in.read();
            if (next >= 0 && next != TLS_ALERT) {
                throw new AssertionError("an answer came, beginning with " + next);
            }
            in.readAllBytes();
        } catch (SocketTimeoutException stillOpen) {
            throw new AssertionError("the connection stayed open", stillOpen);
        } catch (IOException reset) {
            // ended, too
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
