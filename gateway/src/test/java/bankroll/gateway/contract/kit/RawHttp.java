package bankroll.gateway.contract.kit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One connection over which anything may be sent, illegal HTTP too; reads HTTP/1.1 answers. */
public final class RawHttp implements AutoCloseable {
    private static final int TIMEOUT_MS = 40_000;
    private final Socket socket;
    private final InputStream in;
    private final URI base;

    /** Connects to the host and port of a base address. */
    public RawHttp(URI base) {
        this.base = base;
        try {
            socket = base.getScheme().equals("https")
                    ? TestAuthority.client().getSocketFactory().createSocket()
                    : new Socket();
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one legal call as it stands and reads its answer. */
    public Answer send(Call call) {
        // in one piece: a head that is refused before its body has come ends the connection
        byte[] head = head(call, call.body().length);
        byte[] whole = Arrays.copyOf(head, head.length + call.body().length);
        System.arraycopy(call.body(), 0, whole, head.length, call.body().length);
        send(whole);
        return read("HEAD".equals(call.method()));
    }

    /** The request line and headers of a call, with Host and Content-Length. */
    public byte[] head(Call call, long contentLength) {
        StringBuilder head = new StringBuilder();
        head.append(call.method())
                .append(' ')
                .append(base.getRawPath())
                .append(call.path())
                .append(" HTTP/1.1\r\n");
        head.append("Host: ").append(base.getAuthority()).append("\r\n");
        call.headers()
                .forEach(each -> head.append(each.getKey())
                        .append(": ")
                        .append(each.getValue())
                        .append("\r\n"));
        if (contentLength > 0 || call.method().startsWith("P")) {
            head.append("Content-Length: ").append(contentLength).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Sends bytes. */
    public void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends text as ISO-8859-1, so that each character is one byte. */
    public void send(String text) {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads one answer. */
    public Answer read(boolean withoutBody) {
        try {
            String[] statusLine = line().split(" ", 3);
            if (!statusLine[0].equals("HTTP/1.1")) {
                throw new AssertionError("no answer begins with '" + statusLine[0] + "'");
            }
            int status = Integer.parseInt(statusLine[1]);
            Map<String, List<String>> headers = headers();
            if (status == 100) {
                return read(withoutBody);
            }
            return new Answer(status, headers, withoutBody ? new byte[0] : body(headers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the service has closed the connection; waits for it. */
    public boolean isClosedByService() {
        try {
            return in.read() < 0;
        } catch (IOException e) {
            return !(e instanceof java.net.SocketTimeoutException);
        }
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).trim());
        }
        return headers;
    }

    private byte[] body(Map<String, List<String>> headers) throws IOException {
        if (headers.containsKey("transfer-encoding")) {
            return chunks();
        }
        if (headers.containsKey("content-length")) {
            return in.readNBytes(Integer.parseInt(headers.get("content-length").get(0)));
        }
        return headers.getOrDefault("connection", List.of()).contains("close") ? in.readAllBytes() : new byte[0];
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().trim(), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("connection closed in the middle of an answer: '" + line + "'");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
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
