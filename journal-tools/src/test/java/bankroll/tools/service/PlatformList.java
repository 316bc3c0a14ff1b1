package bankroll.tools.service;

import bankroll.tools.Bet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A platform's own list of what it sent and how it was answered, as CSV for {@code reconcile}. One thread. */
public final class PlatformList implements AutoCloseable {
    private final Path file;
    private final Writer out;
    private final Map<String, Long> counts = new TreeMap<>();
    private long records;

    PlatformList(Path file) {
        this.file = file;
        try {
            out = Files.newBufferedWriter(file);
            out.write("transaction_id,type,amount,currency,player_id,status\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    public Path file() {
        return file;
    }

    /** How many transactions are on it. */
    public long records() {
        return records;
    }

    /** How many of each type and status, {@code "debit ok"}, say. */
    public Map<String, Long> counts() {
        return counts;
    }

    void add(Bet bet, Answered answered) {
        records++;
        counts.merge(bet.type().label() + " " + answered.status(), 1L, Long::sum);
        try {
            cell(bet.id(), ',');
            cell(bet.type().label(), ',');
            cell(bet.currency() == null ? "" : Long.toUnsignedString(bet.amount()), ',');
            cell(bet.currency() == null ? "" : bet.currency(), ',');
            cell(bet.player(), ',');
            cell(answered.status(), '\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void cell(String text, char end) throws IOException {
        boolean isQuoted = text.indexOf(',') >= 0 || text.indexOf('"') >= 0;
        out.write(isQuoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
        out.write(end);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
