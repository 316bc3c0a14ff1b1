package bankroll.bench.hold;

import bankroll.bench.hold.HeldLoops.Side;
import bankroll.gateway.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long a request held the loop, in nanoseconds of processor time.
 *
 * @param asked what was sent
 * @param status of the last answer
 * @param firstNs the longest turn of the first round
 * @param warmNs that of all others
 * @param usedNs what the last round took in all, with the empty turns while it arrived
 */
record Held(Asked asked, int status, long firstNs, long warmNs, long usedNs) {
    private static final int TIMEOUT_MS = 30_000;
    private static final double NS_PER_MS = 1e6;

    /** What a process of its own has reported of one round. */
    static Held read(Asked asked, String report) {
        Map<?, ?> row = (Map<?, ?>) ((List<?>) ((Map<?, ?>) Json.read(report)).get("Requests")).get(0);
        long firstNs = (long) (((Number) row.get("at first")).doubleValue() * NS_PER_MS);
        long usedNs = (long) (((Number) row.get("in all")).doubleValue() * NS_PER_MS);
        return new Held(asked, ((Number) row.get("answered")).intValue(), firstNs, 0, usedNs);
    }

    /** Sends it so often, each time on a connection of its own. */
    static Held measure(HeldLoops loops, Parties parties, Asked asked, int rounds) throws IOException {
        Side side = asked.isOperators() ? loops.operator() : loops.platform();
        long firstNs = 0;
        long warmNs = 0;
        int status = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] bytes = parties.bytes(asked);
            status = send(side, asked, bytes, asked.isKnown() ? parties.bytes(Asked.GOOD_READ) : new byte[0]);
            long longestNs = side.watch().longestNs();
            if (round == 0) {
                firstNs = longestNs;
            } else {
                warmNs = Math.max(warmNs, longestNs);
            }
        }
        return new Held(asked, status, firstNs, warmNs, side.watch().usedNs());
    }

    private static int send(Side side, Asked asked, byte[] bytes, byte[] before) throws IOException {
        try (Socket socket =
                new Socket(side.address().getAddress(), side.address().getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            if (before.length > 0) {
                socket.getOutputStream().write(before);
                answer(in);
            }
            side.watch().reset();
            Thread sender = new Thread(() -> write(socket, asked, bytes), "sender");
            sender.start();
            int status = 0;
            for (int answers = 0; answers < asked.times() && status != 400; answers++) {
                status = answer(in);
            }
            return status;
        }
    }

    /** Whoever is refused early isn't read to the end. */
    private static void write(Socket socket, Asked asked, byte[] bytes) {
        try {
            for (int i = 0; i < asked.times(); i++) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException closed) {
            // the answer tells why
        }
    }

    private static int answer(InputStream in) throws IOException {
        int status = Integer.parseInt(line(in).split(" ")[1]);
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length: ")) {
                length = Integer.parseInt(lower.substring("content-length: ".length()));
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection ended in an answer");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }
}
